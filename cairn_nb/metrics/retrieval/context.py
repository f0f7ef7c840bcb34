"""Whether the generator saw the evidence: measured on the chunks it was given, not on the deeper ranking."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def context_recall(given: Sequence[str], relevant: Collection[str]) -> float | None:
    """The share of the relevant documents that at least one given chunk comes from; None where nothing is relevant.

    Parameters
    ----------
    given
        The document of each chunk that the generator was given.
    relevant
        The question's relevant documents; none for an unanswerable or unlabelled one.
    """
    wanted = set(relevant)
    return len(wanted.intersection(given)) / len(wanted) if wanted else None


def context_precision(given: Sequence[str], relevant: Collection[str]) -> float | None:
    """The share of the given chunks that come from a relevant document.

    None where nothing was given or nothing is relevant. Chunks are counted, so two of one document count twice.
    """
    wanted = set(relevant)
    return sum(map(wanted.__contains__, given)) / len(given) if given and wanted else None

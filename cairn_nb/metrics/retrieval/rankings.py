"""Rankings of documents from what systems hand over: chunks collapsed, an agent's calls merged, an order as a run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeAlias

from cairn_nb.errors import InputError

DocumentOf: TypeAlias = Mapping[str, str] | Callable[[str], str]

# Reciprocals are added up as whole multiples of 1e-15, so that the order of the calls cannot change a sum.
FINE = 10**15


def collapse(chunks: Sequence[str], document_of: DocumentOf) -> list[str]:
    """The distinct documents of a ranking of chunks, in the order of their first chunks.

    Parameters
    ----------
    document_of
        From a chunk's id to its document's: a mapping or a function.

    Raises
    ------
    InputError
        If a mapping does not know a chunk.
    """
    find = document_of if callable(document_of) else document_of.__getitem__
    try:
        return list(dict.fromkeys(map(find, chunks)))
    except KeyError as error:
        raise InputError(f"no document is known for chunk {error.args[0]!r}", hint="complete document_of") from error


def collapse_run(run: Mapping[str, Mapping[str, float]], document_of: DocumentOf) -> dict[str, dict[str, float]]:
    """A run over chunks as a run over documents: each document has the score of its best chunk.

    Raises
    ------
    InputError
        If a mapping does not know a chunk.
    """
    collapsed: dict[str, dict[str, float]] = {}
    for query, chunks in run.items():
        ranked = sorted(chunks, key=chunks.__getitem__)
        documents = {chunk: collapse([chunk], document_of)[0] for chunk in ranked}
        # From the lowest up, so that a document's best chunk is written last.
        collapsed[query] = {documents[chunk]: chunks[chunk] for chunk in ranked}
    return collapsed


def fuse_calls(calls: Sequence[Sequence[str]], rrf_k: int = 60) -> list[str]:
    """One ranking from an agent's, one for each of its calls, by the sum of ``1 / (rrf_k + rank)``, ranks from 1.

    Equal sums go to what an earlier call returned, then to the better rank in it. A call that names an id twice
    gives it the better rank alone. Source: Cormack, Clarke and Buettcher, SIGIR 2009.
    """
    sums: dict[str, int] = {}
    for call in calls:
        for place, name in enumerate(dict.fromkeys(call), rrf_k + 1):
            sums[name] = sums.get(name, 0) + (FINE + place // 2) // place
    return sorted(sums, key=sums.__getitem__, reverse=True)


def as_run(rankings: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """Rankings by order alone as a run for `evaluate`, ``{query: {document: score}}``; each id's first place counts.

    Scores are the negative ranks, whole numbers, so that none of them ties.
    """
    return {
        query: {name: -float(rank) for rank, name in enumerate(dict.fromkeys(names), 1)}
        for query, names in rankings.items()
    }


def external_run(
    passages: Mapping[str, Sequence[str]], documents: Collection[str]
) -> dict[str, dict[str, float]] | None:
    """The run of a system that reports its passages by document id, in its own order, or None where it has none.

    It has none when it reports no passage for any question, or when any passage names no document of the corpus: a
    score over the questions where it happened to match would rank it on its misses. `evaluate` takes the None.

    Parameters
    ----------
    passages
        The document ids of each question's passages, best first.
    documents
        The ids of the corpus.
    """
    known = set(documents)
    reported = {name for names in passages.values() for name in names}
    return as_run(passages) if reported and reported <= known else None

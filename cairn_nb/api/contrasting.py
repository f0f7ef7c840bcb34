"""Where two systems disagree, from finished runs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cairn_nb.api.inputs import ReportLike

if TYPE_CHECKING:
    from cairn_nb.api.inputs import RunLike
    from cairn_nb.records.contrast import ContrastSets


def build_contrasts(
    run: RunLike,
    pairs: Sequence[tuple[str, str]] | None = None,
    *,
    source: str | None = None,
    threshold: float | None = None,
    question_ids: Collection[str] | None = None,
) -> ContrastSets:
    """The questions on which exactly one of two systems is right, pair by pair; nothing is written.

    Parameters
    ----------
    run
        A bench run's folder, or reports or their files, one a system.
    pairs
        Names of systems; by default every two.
    source
        ``score``: right is an answer score, averaged over the trials, of at least `threshold`; ``verdicts``: right is
        the winner of the arena's comparison. By default as the run is configured, else ``score``.
    threshold
        By default as the run is configured, else 4.
    question_ids
        The questions to look at; by default all.

    Returns
    -------
    ContrastSets
        ``summary.pairs`` counts, ``contrasts`` has one entry a question and pair.

    Raises
    ------
    InputError
        If a pair or a question is unknown, an option does not fit, or there are no verdicts.
    NotComparableError
        If the reports do not measure the same thing.
    ReportError
        If a report or its evidence is missing or damaged.
    """
    from cairn_nb.api.contrast_runs import contrasts_of

    return contrasts_of(run, pairs, source=source, threshold=threshold, question_ids=question_ids)


def contrast(
    run: ReportLike,
    a: ReportLike | None = None,
    b: str | None = None,
    *,
    source: str | None = None,
    threshold: float | None = None,
    out: str | Path | None = None,
) -> ContrastSets:
    """List the questions on which two systems disagree, and write them down.

    Parameters
    ----------
    run, a, b
        A bench run's folder and the names of two of its systems, by default every two; or two reports or their files.
    source, threshold
        As in `build_contrasts`.
    out
        The folder for ``contrasts.jsonl`` and ``contrast_summary.json``. By default the bench run's own, which then
        says so in its page and tables too, beside the pairs that it has already; none for two reports.

    Raises
    ------
    InputError
        If a system is unknown, one name alone is given, an option does not fit, or there are no verdicts.
    NotComparableError
        If the reports do not measure the same thing.
    ReportError
        If a report or its evidence is missing or damaged.
    StorageError
        If a file cannot be written.
    """
    from cairn_nb.api.contrast_runs import contrast_folder, contrast_reports
    from cairn_nb.files.bench_run import is_bench_folder

    place = None if out is None else Path(out)
    if isinstance(run, str | Path) and is_bench_folder(Path(run)):
        names = None if a is None else str(a)
        return contrast_folder(Path(run), names, b, source=source, threshold=threshold, out=place)
    return contrast_reports(run, a, b, source=source, threshold=threshold, out=place)

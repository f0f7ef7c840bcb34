"""The order of a leaderboard: by which metric, and who cannot be told from the first."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.measured import answer_value
from cairn_nb.decisions.pair import Pair
from cairn_nb.decisions.primary import JUDGE, TOKEN_F1, primary_measure, primary_value, retrieval_metric
from cairn_nb.decisions.run_notes import run_notes
from cairn_nb.records import Report
from cairn_nb.stats.holm import holm
from cairn_nb.stats.paired import paired_comparison

RISK = 0.05
DIGITS = 6


def primary_metric(reports: Sequence[Report]) -> tuple[str, tuple[str, ...]]:
    """The judge's score when every report has one, else token F1; with notes where that needs explaining.

    A report that answered nothing has no score of either kind and has no say in it. Where none answered anything, what
    they retrieved is ranked.
    """
    silent = [report for report in reports if answer_value(report, TOKEN_F1) is None]
    found = retrieval_metric(reports) if len(silent) == len(reports) else None
    if found is not None:
        return found, (f"sorted by {found}, because no report has an answer to grade.",)
    voting = [report for report in reports if report not in silent] or list(reports)
    notes = tuple(
        f"{report.config_name} answered no answerable case; it is ranked last and has no say in what the board is "
        "sorted by."
        for report in silent
    )
    unjudged = [report.config_name for report in voting if report.answer.judge_score is None]
    if unjudged:
        some = len(unjudged) < len(voting)
        why = (f"sorted by token F1, because {', '.join(unjudged)} has no judge score.",) if some else ()
        return TOKEN_F1, (*notes, *why)
    rubrics = {(note.judge, note.rubric_version) for note in map(run_notes, voting)}
    if len(rubrics) > 1:
        why = ("sorted by token F1, because the reports were graded by different judges or rubrics.",)
        return TOKEN_F1, (*notes, *why)
    return JUDGE, notes


def ranked(reports: Sequence[Report], metric: str) -> list[Report]:
    """Best first, ties by name, those without a value last."""

    def key(report: Report) -> tuple[bool, float, str]:
        value = primary_value(report, metric)
        return value is None, -round(value or 0.0, DIGITS), report.config_name

    return sorted(reports, key=key)


def told_from_first(ordered: Sequence[Report], metric: str) -> list[bool | None]:
    """For each report whether a paired sign-flip test tells it from the first, Holm-adjusted at 5%.

    None for the first, and where no test was possible.
    """
    p_values = [_p_value(ordered[0], other, metric) for other in ordered[1:]]
    return [None, *(None if p is None else p <= RISK for p in holm(p_values))]


def _p_value(first: Report, other: Report, metric: str) -> float | None:
    values = Pair(first, other).values(primary_measure(metric))
    # The exact test's p-value alone is read, so one draw of the bootstrap will do.
    return paired_comparison(values.candidate, values.baseline, values.clusters, n_boot=1).p_value

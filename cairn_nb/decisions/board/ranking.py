"""The order of a leaderboard: by which metric, and who cannot be told from the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from cairn_nb.decisions.reading.axes_scale import axes_scale
from cairn_nb.decisions.reading.compared_pairs import compared_pairs, paired_sides
from cairn_nb.decisions.reading.measured import answer_value
from cairn_nb.decisions.reading.primary import ANSWER_SCORE, JUDGE, TOKEN_F1, primary_value, retrieval_metric
from cairn_nb.decisions.reading.run_notes import run_notes
from cairn_nb.decisions.reading.settings import settings_of
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.records import Report
from cairn_nb.stats.paired.holm import holm

RISK = 0.05
DIGITS = 6
HEURISTIC, STUB = "heuristic", "stub"


def primary_metric(reports: Sequence[Report]) -> tuple[str, tuple[str, ...]]:
    """The answer score when every report has one by a judge they share, else the judge's grade, else token F1.

    Notes come with it where that needs a word.

    A report that neither answered nor was graded has no say in it. Where that is all of them, what they retrieved is
    ranked. Runs of this cairn with one judge of the axes are by answer scores: boards, tables, recommendation.
    """
    silent = [report for report in reports if _is_silent(report)]
    found = retrieval_metric(reports) if len(silent) == len(reports) else None
    if found is not None:
        return found, (f"sorted by {found}, because no report has an answer to grade.",)
    voting = [report for report in reports if report not in silent] or list(reports)
    notes = tuple(
        f"{report.config_name} answered no answerable case; it is ranked last and has no say in what the board is "
        "sorted by."
        for report in silent
    )
    metric, why = _of_answers(voting)
    return metric, (*notes, *why)


def _is_silent(report: Report) -> bool:
    return report.answer.answer_score is None and answer_value(report, TOKEN_F1) is None


def _of_answers(reports: Sequence[Report]) -> tuple[str, tuple[str, ...]]:
    ungraded = [report.config_name for report in reports if report.answer.answer_score is None]
    scales = {scale for scale in map(axes_scale, reports) if scale}
    if not ungraded and (not scales or frozenset.intersection(*scales)):
        return ANSWER_SCORE, (*_of_several_judges(scales), *_of_words(reports))
    metric, why = _without_answer_scores(reports)
    if not ungraded:
        apart = f"sorted by {metric}, because no judge scored the five axes of every report."
        return metric, (apart, *why)
    if len(ungraded) < len(reports):
        lacking = f"sorted by {metric}, because {', '.join(ungraded)} has no answer score."
        return metric, (lacking, *why)
    return metric, why


def _of_several_judges(scales: Set[frozenset[str]]) -> Iterator[str]:
    """Where a judge sat out the answers of its own family, the others still make one scale, more or less."""
    if len(scales) > 1:
        yield "not every system was scored by the same judges, so small differences between them may be the judges'."


def _of_words(reports: Sequence[Report]) -> Iterator[str]:
    """Where a model's grades stand beside, a reader should know that the ranking ones read words alone."""
    by_words = [r.config_name for r in reports if axes_scale(r) == {HEURISTIC}]
    if len(by_words) == len(reports) and all(_is_graded_by_a_model(report) for report in reports):
        yield (
            "sorted by the answer score, which the heuristic judge gave by words; the judge's column is a model's. "
            "Name a model in evaluation.axes_judge to rank by its grades."
        )


def _is_graded_by_a_model(report: Report) -> bool:
    judge = run_notes(report).judge
    return report.answer.judge_score is not None and judge is not None and judge not in (STUB, HEURISTIC)


def _without_answer_scores(reports: Sequence[Report]) -> tuple[str, tuple[str, ...]]:
    unjudged = [report.config_name for report in reports if report.answer.judge_score is None]
    if unjudged:
        some = len(unjudged) < len(reports)
        return TOKEN_F1, (f"sorted by token F1, because {', '.join(unjudged)} has no judge score.",) if some else ()
    rubrics = {(note.judge, note.rubric_version) for note in map(run_notes, reports)}
    if len(rubrics) > 1:
        return TOKEN_F1, ("sorted by token F1, because the reports were graded by different judges or rubrics.",)
    return JUDGE, ()


def ranked(reports: Sequence[Report], metric: str) -> list[Report]:
    """Best first, ties by name, those without a value last."""

    def key(report: Report) -> tuple[bool, float, str]:
        value = primary_value(report, metric)
        return value is None, -round(value or 0.0, DIGITS), report.config_name

    return sorted(reports, key=key)


def told_from_first(ordered: Sequence[Report], metric: str) -> list[bool | None]:
    """For each report whether the paired test tells it from the first, Holm-adjusted at 5%.

    None for the first, and where no test was possible. It is the comparison that the recommendation and `compare`
    make.
    """
    systems = Systems.of(ordered, settings_of(ordered))
    sides = paired_sides(systems.by_question(metric), [(0, other) for other in range(1, len(ordered))])
    found = compared_pairs(sides, systems.clusters, systems.settings, CATALOG[metric].high)
    return [None, *(None if p is None else p < RISK for p in holm([pair.clustered.p_value for pair in found]))]

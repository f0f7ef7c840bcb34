"""What keeps a recommendation from meaning more than it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cairn_nb.decisions.reading.axes_scale import axes_scale
from cairn_nb.decisions.selection.quality import ANSWERED, TITLES
from cairn_nb.decisions.selection.wording import listed, of_systems
from cairn_nb.metrics.reasons import is_given
from cairn_nb.records import CaseRow, Report, Status
from cairn_nb.records.recommendation import LeftOutSystem, Recommendation, SystemNumbers

FEW_QUESTIONS = 30
STUB = "stub"
HEURISTIC = "heuristic"


def caveats(found: Recommendation, reports: Sequence[Report]) -> tuple[str, ...]:
    """Everything that applies, the gravest first.

    Parameters
    ----------
    found
        The recommendation, its other fields filled in.
    reports
        Those that take part.
    """
    systems = [*(entry.numbers for entry in found.ranking), *(entry.numbers for entry in found.excluded)]
    return (
        *_stand_ins(reports),
        *_judges(found, reports),
        *_few(found),
        *_left_out(found.left_out),
        *_degraded(reports),
        *_unpriced(systems),
        *_concurrent(systems),
        *_without_config(found),
    )


def _stand_ins(reports: Sequence[Report]) -> Iterator[str]:
    mock = [report.config_name for report in reports if report.notes.get("provider") == STUB]
    if mock:
        who = of_systems(mock, len(reports))
        yield f"The answers of {who} are the offline stub's: they show that all parts run, and nothing about quality."


def _judges(found: Recommendation, reports: Sequence[Report]) -> Iterator[str]:
    if found.quality_metric != "answer_score":
        scored = all(report.answer.answer_score is not None for report in reports)
        lacking = "No judge scored the five axes of every system" if scored else "Not every system has an answer score"
        yield f"{lacking}, so quality is a plainer measure."
        if found.quality_metric in ANSWERED:
            yield from _refusers(found, reports)
        return
    judges = {report.config_name: axes_scale(report) for report in reports}
    by_words = [name for name, named in judges.items() if any(map(_is_heuristic, named))]
    if by_words:
        who = of_systems(by_words, len(reports))
        yield f"The answer scores of {who} are the heuristic judge's, which reads words and no meaning."
    if len(set(judges.values())) > 1:
        yield "Not every system was scored by the same judges, so small differences between them may be the judges'."


def _refusers(found: Recommendation, reports: Sequence[Report]) -> Iterator[str]:
    """Token F1 is over answers that were given, so refusing what is hard raises it."""
    counts = {report.config_name: _n_refused(report) for report in reports}
    refusing = [f"{name} {count}" for name, count in sorted(counts.items()) if count]
    if refusing:
        yield (
            f"{TITLES[found.quality_metric or '']} leaves out answerable questions that a system refused "
            f"({', '.join(refusing)}), so it favours one that refuses more; read it beside the answer rate."
        )


def _n_refused(report: Report) -> int:
    return len({row.case_id for row in report.per_case if row.answerable and _is_refusal(row)})


def _is_refusal(row: CaseRow) -> bool:
    return row.status is not Status.ERROR and not is_given(row)


def _is_heuristic(judge: str) -> bool:
    return HEURISTIC in judge or judge.startswith(STUB)


def _few(found: Recommendation) -> Iterator[str]:
    if found.n_questions < FEW_QUESTIONS:
        yield f"Only {found.n_questions} questions were asked; add questions before trusting a choice between systems."
    untold = [test.system for test in found.ties if test.verdict == "cannot tell"]
    if untold:
        yield f"Too few documents to tell {listed(untold)} from the best, so they count as tied."


def _left_out(left_out: Sequence[LeftOutSystem]) -> Iterator[str]:
    for entry in left_out:
        yield f"{entry.system} takes no part: {entry.reason}."


def _degraded(reports: Sequence[Report]) -> Iterator[str]:
    for report in reports:
        yield from (f"{report.config_name}: {text}." for text in report.warnings if "degraded on purpose" in text)


def _unpriced(systems: Sequence[SystemNumbers]) -> Iterator[str]:
    unknown = sorted(found.system for found in systems if found.cost_per_question_usd is None)
    if unknown:
        who = of_systems(unknown, len(systems))
        yield f"The cost of {who} is not known and counts as the highest; give prices for every model."


def _concurrent(systems: Sequence[SystemNumbers]) -> Iterator[str]:
    queued = sorted(found.system for found in systems if found.latency_source == "concurrent")
    if queued:
        who = of_systems(queued, len(systems))
        yield f"The times of {who} were measured with many questions at once and include waiting."
    unknown = sorted(found.system for found in systems if found.latency_ms is None)
    if unknown:
        yield f"The latency of {of_systems(unknown, len(systems))} was not measured and counts as the highest."


def _without_config(found: Recommendation) -> Iterator[str]:
    if found.winner is None:
        yield "There is no winner.yaml; one that an earlier recommendation left in the folder is removed."
    if found.winner is not None and found.winner_config is None:
        yield f"There is no winner.yaml: the report of {found.winner} does not carry its configuration."

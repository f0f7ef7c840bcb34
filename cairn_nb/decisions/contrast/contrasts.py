"""One pair's contrasts: each question that only one side is right on, with both answers and where the traces part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf
from typing import Literal

from cairn_nb.decisions.contrast.outcomes import Outcomes
from cairn_nb.decisions.contrast.parting import aligned, parting
from cairn_nb.decisions.contrast.side import Side
from cairn_nb.decisions.contrast.traces import Trace, trace_of_evidence, trace_of_row
from cairn_nb.decisions.failures.types import failure_of
from cairn_nb.records import CaseRow, Status
from cairn_nb.records.contrast import Contrast, ContrastClusters, ContrastSource, TraceSource

NO_CATEGORY, NO_PARTING = "none", "none"


def contrasts(a: Side, b: Side, found: Outcomes, source: ContrastSource) -> list[Contrast]:
    """The pair's contrasts in the order of the questions."""
    sides = {"a": (a, b), "b": (b, a)}
    won = ((question, sides[right]) for question, right in found.right.items() if right in sides)
    return [_contrast((a, b), winner, loser, question, source) for question, (winner, loser) in won]


def clusters(found: Sequence[Contrast]) -> ContrastClusters:
    """Contrasts of one winner counted, the most frequent first."""
    parted = [one.divergence for one in found]
    return ContrastClusters(
        failure_types=_counts(one.failure_type for one in found),
        categories=_counts(one.category or NO_CATEGORY for one in found),
        stages=_counts(NO_PARTING if at is None else at.stage for at in parted),
        partings=_counts(NO_PARTING if at is None else at.kind for at in parted),
    )


def _counts(names: Iterator[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda entry: (-entry[1], entry[0])))


def _contrast(pair: tuple[Side, Side], winner: Side, loser: Side, question: str, source: ContrastSource) -> Contrast:
    best, worst = _shown(winner.rows[question], loser.rows[question], source)
    trace, traces = _traces(winner, best, loser, worst)
    return Contrast(
        system_a=pair[0].name,
        system_b=pair[1].name,
        question_id=question,
        question=best.question or worst.question,
        category=best.category or worst.category,
        winner=winner.name,
        loser=loser.name,
        winner_score=winner.scores.get(question),
        loser_score=loser.scores.get(question),
        winner_answer=best.answer_text,
        loser_answer=worst.answer_text,
        trial=best.trial,
        failure_type=failure_of(worst),
        divergence=parting(*traces, answers=(best.answer_text, worst.answer_text)),
        steps=aligned(*traces),
        trace=trace,
    )


def _shown(winner: Sequence[CaseRow], loser: Sequence[CaseRow], source: ContrastSource) -> tuple[CaseRow, CaseRow]:
    """Both rows of the trial that shows the contrast best, the first of several; the arena compares first trials.

    Where no trial succeeded on both sides, each side's first that did.
    """
    one, other = (_by_trial(rows) for rows in (winner, loser))
    shared = sorted(one.keys() & other.keys())
    if not shared:
        return next(iter(one.values())), next(iter(other.values()))
    if source == "verdicts":
        return one[shared[0]], other[shared[0]]
    trial = max(shared, key=lambda trial: (_lead(one[trial], other[trial]), -trial))
    return one[trial], other[trial]


def _lead(winner: CaseRow, loser: CaseRow) -> float:
    """How far apart the two are; a trial that nobody graded shows nothing."""
    if winner.answer_score is None or loser.answer_score is None:
        return -inf
    return winner.answer_score - loser.answer_score


def _by_trial(rows: Sequence[CaseRow]) -> dict[int, CaseRow]:
    return {row.trial: row for row in rows if row.status is not Status.ERROR}


def _traces(winner: Side, best: CaseRow, loser: Side, worst: CaseRow) -> tuple[TraceSource | None, tuple[Trace, Trace]]:
    """Both traces from one kind of source, so that what one side did not keep is no difference."""
    kept = [(side.evidence or {}).get((row.case_id, row.trial)) for side, row in ((winner, best), (loser, worst))]
    source: Literal["evidence", "rows"] = "evidence" if None not in kept else "rows"
    if source == "evidence":
        one, other = (trace_of_evidence(found) for found in kept if found is not None)
    else:
        one, other = trace_of_row(best), trace_of_row(worst)
    return source if one and other else None, (one, other)

"""What keeps two runs from being compared at all, and what a reader must know before believing the comparison."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.decisions.reading.incomplete import why_incomplete
from cairn_nb.decisions.reading.pair import CasePair, Pair
from cairn_nb.decisions.wording.axes_judges import other_axes_judges
from cairn_nb.decisions.wording.short_hash import short_hash
from cairn_nb.errors import NotComparableError
from cairn_nb.records import Report

NO_CORPUS = "none"  # of answers made elsewhere
NAMED = 5
PRICES = "CAIRN_PRICING_JSON"


def require_comparable(pair: Pair) -> None:
    """Refuse two runs that are not about the same questions and documents.

    Raises
    ------
    NotComparableError
        If the documents or the golden sets differ, no question is shared, or a shared id names different questions.
    """
    problem = next(_problems(pair), None)
    if problem is not None:
        raise NotComparableError(problem)


def _problems(pair: Pair) -> Iterator[str]:
    before, after = pair.baseline, pair.candidate
    yield from (f"the {name} carries no rows, so there is nothing to pair" for name, r in pair.sides if not r.per_case)
    yield from (f"the {name} contradicts itself: {text}" for name, r in pair.sides for text in contradictions(r))
    if NO_CORPUS not in (before.corpus_hash, after.corpus_hash) and before.corpus_hash != after.corpus_hash:
        sides = f"baseline {short_hash(before.corpus_hash)}, candidate {short_hash(after.corpus_hash)}"
        yield f"the documents differ ({sides}): run both over the same corpus"
    yield from _other_questions(before, after)
    if not pair.cases:
        yield f"no question is in both runs ({before.n_cases} in the baseline, {after.n_cases} in the candidate)"
    renamed = [case.case_id for case in pair.cases if _is_another(case)]
    if renamed:
        shown = ", ".join(renamed[:NAMED])
        yield f"{len(renamed)} ids name different questions in the two runs ({shown})"


def _other_questions(before: Report, after: Report) -> Iterator[str]:
    if before.golden_hash and after.golden_hash:
        if before.golden_hash != after.golden_hash:
            sides = f"baseline {short_hash(before.golden_hash)}, candidate {short_hash(after.golden_hash)}"
            yield f"the golden sets differ ({sides}): run both over the same questions and references"
    elif before.golden_version != after.golden_version:
        sides = f"baseline {before.golden_version}, candidate {after.golden_version}"
        yield f"the golden set versions differ ({sides}): run both over the same one"


def _is_another(case: CasePair) -> bool:
    rows = (*case.baseline, *case.candidate)
    return len({row.answerable for row in rows}) > 1 or len({row.question for row in rows if row.question}) > 1


def comparison_warnings(pair: Pair) -> tuple[str, ...]:
    """Everything that applies, the gravest first."""
    return (
        *_incomplete(pair),
        *_degraded(pair),
        *_shared(pair),
        *_judges(pair),
        *_prices(pair),
        *_machines(pair),
        *_queued(pair),
        *_dates(pair),
        *_same(pair),
    )


def _incomplete(pair: Pair) -> Iterator[str]:
    for name, report in pair.sides:
        if not report.complete:
            yield f"the {name}'s run is incomplete: {why_incomplete(report)}"


def _degraded(pair: Pair) -> Iterator[str]:
    for name, report in pair.sides:
        shown = [f"{key}={value}" for key, value in report.switches.items() if key != PRICES]
        if shown:
            yield f"the {name} was run under {', '.join(shown)}"


def _shared(pair: Pair) -> Iterator[str]:
    for name, report in pair.sides:
        asked = len({row.case_id for row in report.per_case})
        if asked > len(pair.cases):
            yield f"{asked - len(pair.cases)} of the {name}'s {asked} questions are not in the other run"
    trials = [1 + max(row.trial for row in report.per_case) for _, report in pair.sides]
    if len(set(trials)) > 1:
        yield f"the runs asked every question {trials[0]} and {trials[1]} times; a question's value is the mean"


def _judges(pair: Pair) -> Iterator[str]:
    before, after = pair.baseline_notes, pair.candidate_notes
    if (before.judge, before.rubric_version) != (after.judge, after.rubric_version):
        sides = f"baseline {before.judge} {before.rubric_version}, candidate {after.judge} {after.rubric_version}"
        yield f"the judges or rubrics differ ({sides}), so their grades are on two scales"
    axes = other_axes_judges(pair.baseline, pair.candidate)
    if axes is not None:
        yield axes


def _prices(pair: Pair) -> Iterator[str]:
    if pair.baseline.switches.get(PRICES) != pair.candidate.switches.get(PRICES):
        yield "the runs used different price tables, so a difference in cost may be the prices'"


def _machines(pair: Pair) -> Iterator[str]:
    here, there = pair.baseline_notes.environment, pair.candidate_notes.environment
    if here is not None and there is not None and here != there:
        yield "the runs were timed on different machines, so times are not comparable"


def _queued(pair: Pair) -> Iterator[str]:
    if all(any(row.latency_ms for row in report.per_case) for _, report in pair.sides):
        yield "times were measured among other questions, so they also tell how busy the machine was"


def _dates(pair: Pair) -> Iterator[str]:
    days = [(report.created_at or "")[:10] for _, report in pair.sides]
    if all(days) and days[0] != days[1]:
        yield f"the runs are from {days[0]} and {days[1]}: prices and hosted models change"


def _same(pair: Pair) -> Iterator[str]:
    if pair.baseline.config_hash == pair.candidate.config_hash:
        yield "both runs are of one configuration, so what differs is chance, the models, or the code"

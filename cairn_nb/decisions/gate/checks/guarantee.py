"""Does the candidate keep its promise: among answered cases at most alpha are wrong?

``point`` is the reference's rule: the error rate as it was seen against alpha. ``exact`` asks whether the
true rate is: met when the one-sided Clopper-Pearson bound at level 1 - delta lies at or under alpha, not
met when the bound from the other side lies above it, undecided between. It takes answered questions as
independent (one trial of each); where they share documents the bounds are too close.
"""

from __future__ import annotations

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.limits import DUST, GateLimits, exceeds
from cairn_nb.decisions.reading.measured import error_rate, nothing_answered
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.decisions.reading.primary import is_ranking_alone
from cairn_nb.decisions.reading.run_notes import confidence_delta
from cairn_nb.metrics.abstention import wrong
from cairn_nb.records import CaseRow, Reason, Report
from cairn_nb.stats.exact import clopper_pearson, wilson

CHECK = "guarantee"


def check(pair: Pair, limits: GateLimits) -> Finding:
    """Fail when the candidate's guarantee is not met."""
    notes = _notes(pair)
    if not limits.require_guarantee:
        return Finding(check=CHECK, notes=notes, gated=False)
    if is_ranking_alone(pair.candidate):
        return Finding(
            check=CHECK, notes=("the candidate is a ranking without answers, which promises nothing.",), gated=False
        )
    if nothing_answered(pair.candidate):
        return Finding(check=CHECK, notes=(*notes, "the candidate answered nothing, so its guarantee is empty."))
    if limits.guarantee == "exact":
        return _exact(pair, notes)
    return _point(pair.candidate, limits, notes)


def _point(candidate: Report, limits: GateLimits, notes: tuple[str, ...]) -> Finding:
    met = candidate.abstention.guarantee_met
    if met is None:
        sentence = "the candidate's abstention guarantee cannot be checked: none of its answers was judged."
        return Finding(check=CHECK, undecided=(sentence,), notes=notes)
    reasons = () if met else (_not_met(candidate),)
    return Finding(check=CHECK, reasons=reasons, notes=(*notes, *_interval_note(candidate, limits.level)))


def _exact(pair: Pair, notes: tuple[str, ...]) -> Finding:
    candidate, rows = pair.candidate, _judged(pair.candidate)
    alpha, delta, n_wrong = candidate.abstention.alpha, confidence_delta(candidate), _count_wrong(rows)
    if not pair.candidate_notes.calibrated or not rows:
        problem = "it is uncalibrated" if rows else "it has no rows with a judgement"
        sentence = f"the candidate's abstention guarantee cannot be tested: {problem}."
        return Finding(check=CHECK, undecided=(sentence,), notes=notes)
    low, _ = clopper_pearson(n_wrong, len(rows), 1 - delta, "lower")
    _, high = clopper_pearson(n_wrong, len(rows), 1 - delta, "upper")
    if exceeds(low, alpha):
        return Finding(check=CHECK, reasons=(_not_met(candidate, f" (the exact bound is {low:.3f})"),), notes=notes)
    if high <= alpha + DUST:
        return Finding(check=CHECK, notes=notes)
    sentence = (
        f"the candidate's abstention guarantee is neither shown nor refuted: {n_wrong} of {len(rows)} answers are "
        f"wrong, exact bounds {low:.3f} and {high:.3f} around alpha {alpha:.3f} at level {1 - delta:.2f} each."
    )
    return Finding(check=CHECK, undecided=(sentence,), notes=notes)


def _not_met(candidate: Report, proof: str = "") -> Reason:
    rate, alpha = error_rate(candidate), candidate.abstention.alpha
    shown = "n/a" if rate is None else f"{rate:.3f}"
    sentence = (
        f"the candidate's abstention guarantee is not met: error rate among answered is {shown} "
        f"against alpha {alpha:.3f}{proof}."
    )
    case_ids = sorted({row.case_id for row in candidate.per_case if wrong(row) == 1})
    return failure(CHECK, sentence, tuple(case_ids))


def _judged(report: Report) -> list[CaseRow]:
    """One judged answer a case: its first trial's."""
    first: dict[str, CaseRow] = {}
    for row in report.per_case:
        if wrong(row) is not None:
            first.setdefault(row.case_id, row)
    return list(first.values())


def _count_wrong(rows: list[CaseRow]) -> int:
    return sum(wrong(row) == 1 for row in rows)


def _interval_note(candidate: Report, level: float) -> tuple[str, ...]:
    rows = _judged(candidate)
    if not rows:
        return ()
    n_wrong, alpha = _count_wrong(rows), candidate.abstention.alpha
    low, high = wilson(n_wrong, len(rows), level)
    if not low <= alpha <= high:
        return ()
    return (
        f"the guarantee is close: {n_wrong} of {len(rows)} answers are wrong, so the error rate among answered may lie "
        f"anywhere in [{low:.3f}, {high:.3f}], which holds alpha {alpha:.3f}.",
    )


def _notes(pair: Pair) -> tuple[str, ...]:
    notes = []
    if not pair.candidate_notes.calibrated:
        source = pair.candidate_notes.threshold_source or "not stated"
        notes.append(f"the candidate carries no guarantee: its threshold source is {source}.")
    before, after = pair.baseline.abstention.alpha, pair.candidate.abstention.alpha
    if before != after:
        notes.append(f"alpha is {before:.3f} in the baseline and {after:.3f} in the candidate.")
    return tuple(notes)

"""Did a question become dearer?"""

from __future__ import annotations

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.limits import GateLimits, exceeds
from cairn_nb.decisions.reading.pair import CasePair, Pair, who
from cairn_nb.records import CaseRow

CHECK = "cost"
SHOWN_CASES = 20


def check(pair: Pair, limits: GateLimits) -> Finding:
    """Fail when the cost per question rose by more than the allowed share; a rise from zero is unbounded."""
    before = pair.baseline.operational.cost_per_question_usd
    after = pair.candidate.operational.cost_per_question_usd
    if before is None or after is None:
        return Finding(check=CHECK, notes=(_unpriced(pair),), gated=False)
    sentence = _rise(before, after, limits.max_cost_increase)
    if sentence is None:
        return Finding(check=CHECK)
    return Finding(check=CHECK, reasons=(failure(CHECK, sentence, _dearer(pair)),))


def _rise(before: float, after: float, allowed: float) -> str | None:
    if before <= 0:
        text = f"cost per question rose from {before:.6f} to {after:.6f} USD; a rise from a zero baseline is unbounded"
        return f"{text} and the allowed rise is {allowed:.0%}." if after > before else None
    rise = (after - before) / before
    if not exceeds(rise, allowed):
        return None
    numbers = f"(baseline {before:.6f}, candidate {after:.6f} USD)"
    return f"cost per question rose by {rise:.1%} {numbers}; the allowed rise is {allowed:.0%}."


def _unpriced(pair: Pair) -> str:
    silent = [name for name, report in pair.sides if report.operational.cost_per_question_usd is None]
    why = "a model without a price, or a case that failed"
    return f"cost per question was not gated: {who(silent)} has no known cost ({why})."


def _dearer(pair: Pair) -> tuple[str, ...]:
    rises = [(_cost(case.candidate) - _cost(case.baseline), case) for case in pair.cases]
    dearer = sorted(((rise, case) for rise, case in rises if rise > 0), key=_largest_first)
    return tuple(case.case_id for _, case in dearer[:SHOWN_CASES])


def _largest_first(entry: tuple[float, CasePair]) -> tuple[float, str]:
    return -entry[0], entry[1].case_id


def _cost(rows: tuple[CaseRow, ...]) -> float:
    return sum(row.cost_usd or 0.0 for row in rows) / len(rows)

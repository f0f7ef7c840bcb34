"""Is the candidate within the limits that its configuration sets?"""

from __future__ import annotations

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.limits import GateLimits, exceeds
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.decisions.reading.run_notes import BudgetNote
from cairn_nb.decisions.reading.timed import p95_ms
from cairn_nb.records import Report

CHECK = "budget"


def check(pair: Pair, limits: GateLimits) -> Finding:
    """Note a broken budget; fail on it under `enforce_budget`."""
    budget, candidate = pair.candidate_notes.budget or BudgetNote(), pair.candidate
    broken, unknown = _broken(budget, candidate), _unknown(budget, candidate)
    if not limits.enforce_budget:
        return Finding(check=CHECK, notes=tuple(f"{text}; not gated." for text in broken), gated=False)
    reasons = tuple(failure(CHECK, f"{text}.") for text in broken)
    has_budget = budget.max_cost_per_question_usd is not None or budget.max_p95_latency_ms is not None
    notes = () if has_budget else ("the candidate's configuration sets no budget.",)
    return Finding(check=CHECK, reasons=reasons, undecided=unknown, notes=notes, gated=has_budget)


def _broken(budget: BudgetNote, candidate: Report) -> tuple[str, ...]:
    cost, cap = candidate.operational.cost_per_question_usd, budget.max_cost_per_question_usd
    p95, slowest = p95_ms(candidate), budget.max_p95_latency_ms
    found = []
    if cost is not None and cap is not None and exceeds(cost, cap):
        found.append(f"the candidate is over budget: {cost:.6f} USD a question against {cap:.6f} USD")
    if p95 is not None and slowest is not None and exceeds(p95, slowest):
        found.append(f"the candidate is over budget: p95 latency {p95:.0f} ms against {slowest:.0f} ms")
    return tuple(found)


def _unknown(budget: BudgetNote, candidate: Report) -> tuple[str, ...]:
    found = []
    if budget.max_cost_per_question_usd is not None and candidate.operational.cost_per_question_usd is None:
        found.append("the cost budget cannot be checked: the candidate used a model without a price.")
    if budget.max_p95_latency_ms is not None and p95_ms(candidate) is None:
        found.append("the latency budget cannot be checked: the candidate has no p95 latency.")
    return tuple(found)

"""Does the candidate still answer? Good answers can be bought by giving few of them."""

from __future__ import annotations

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.limits import GateLimits, exceeds
from cairn_nb.decisions.reading.pair import Pair, answered

CHECK = "answer_rate"


def check(pair: Pair, limits: GateLimits) -> Finding:
    """Note a drop of the answer rate; fail on one larger than `max_answer_rate_drop` when that is set."""
    before, after = pair.baseline.abstention.answer_rate, pair.candidate.abstention.answer_rate
    allowed = limits.max_answer_rate_drop
    if before is None or after is None:
        sentence = "the answer rate cannot be compared: a report has none."
        return Finding(check=CHECK, undecided=(sentence,) if allowed is not None else (), gated=allowed is not None)
    numbers = f"answer rate dropped by {before - after:.3f} (baseline {before:.3f}, candidate {after:.3f})"
    if allowed is None:
        return Finding(check=CHECK, notes=(f"{numbers}; not gated.",) if exceeds(before, after) else (), gated=False)
    if not exceeds(before - after, allowed):
        return Finding(check=CHECK)
    return Finding(
        check=CHECK, reasons=(failure(CHECK, f"{numbers}; the allowed drop is {allowed:.3f}.", _lost(pair)),)
    )


def _lost(pair: Pair) -> tuple[str, ...]:
    return tuple(
        case.case_id
        for case in pair.cases
        if any(answered(row) for row in case.baseline) and not all(answered(row) for row in case.candidate)
    )

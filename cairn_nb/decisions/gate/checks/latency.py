"""Did answers become slower, on the same kind of machine?"""

from __future__ import annotations

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.limits import GateLimits, exceeds
from cairn_nb.decisions.reading.pair import Pair, who
from cairn_nb.decisions.reading.run_notes import Environment
from cairn_nb.decisions.reading.timed import compared_p95

CHECK = "latency"
SHOWN_CASES = 20


def check(pair: Pair, limits: GateLimits) -> Finding:
    """Fail when p95 latency rose by more than the allowed share and by more than the smallest rise that counts.

    The latency probes' p95 where both reports have one, else the concurrent ones.
    """
    compared = compared_p95(pair)
    before, after = compared.before, compared.after
    if before is None or after is None:
        return _unmeasured(pair)
    said = () if compared.note is None else (compared.note,)
    elsewhere = _other_machine(pair, before, after)
    if elsewhere is not None:
        return Finding(check=CHECK, notes=(elsewhere, *said), gated=False)
    sentence = _rise(before, after, limits)
    reasons = () if sentence is None else (failure(CHECK, sentence, _slow_cases(pair)),)
    return Finding(check=CHECK, reasons=reasons, notes=(*said, *_unknown_machine(pair)))


def _rise(before: float, after: float, limits: GateLimits) -> str | None:
    if not exceeds(after - before, limits.min_p95_delta_ms):
        return None
    allowed = f"{limits.max_p95_increase:.0%}"
    if before <= 0:
        text = f"p95 latency rose from {before:.0f} ms to {after:.0f} ms; a rise from a zero baseline is unbounded"
        return f"{text} and the allowed rise is {allowed}."
    rise = (after - before) / before
    if not exceeds(rise, limits.max_p95_increase):
        return None
    numbers = f"(baseline {before:.0f} ms, candidate {after:.0f} ms)"
    floor = f"{limits.min_p95_delta_ms:.0f} ms"
    return f"p95 latency rose by {rise:.1%} {numbers}; the allowed rise is {allowed} or {floor}, whichever is larger."


def _unmeasured(pair: Pair) -> Finding:
    silent = [name for name, report in pair.sides if report.operational.latency_p95_ms is None]
    sentence = f"p95 latency cannot be compared: {who(silent)} has none."
    if len(silent) == 2:
        return Finding(check=CHECK, notes=(sentence,), gated=False)
    return Finding(check=CHECK, undecided=(sentence,))


def _other_machine(pair: Pair, before: float, after: float) -> str | None:
    here, there = pair.baseline_notes.environment, pair.candidate_notes.environment
    if here is None or there is None or here == there:
        return None
    numbers = f"(baseline {before:.0f} ms, candidate {after:.0f} ms, for the record)"
    return (
        f"p95 latency was not gated: the baseline was measured on {_machine(here)} and the candidate on "
        f"{_machine(there)}, and timings across machines are not comparable {numbers}."
    )


def _machine(environment: Environment) -> str:
    system = f"{environment.system or 'an unknown system'} {environment.machine or ''}".strip()
    return f"{system} (Python {environment.python or 'unknown'}, {environment.cpu_count or 'unknown'} CPUs)"


def _unknown_machine(pair: Pair) -> tuple[str, ...]:
    notes = (("baseline", pair.baseline_notes), ("candidate", pair.candidate_notes))
    silent = [name for name, note in notes if note.environment is None]
    if not silent:
        return ()
    return (f"{who(silent)} leaves out which machine its latency was measured on.",)


def _slow_cases(pair: Pair) -> tuple[str, ...]:
    """The candidate's cases above the baseline's p95, both as measured among other questions."""
    p95_before = pair.baseline.operational.latency_p95_ms or 0.0
    slow = [(max(row.latency_ms or 0.0 for row in case.candidate), case.case_id) for case in pair.cases]
    above = sorted(((-latency, case_id) for latency, case_id in slow if latency > p95_before))
    return tuple(case_id for _, case_id in above[:SHOWN_CASES])

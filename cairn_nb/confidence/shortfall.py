"""The sentences of a certificate: what it promises, or what more it would take."""

from __future__ import annotations

from cairn_nb.records import Certificate
from cairn_nb.stats import binomial_p_low

# Beyond this many more cases a number helps nobody.
MOST_CASES = 100_000


def statement(certificate: Certificate) -> str:
    """The sentence that a person may quote, with its assumption."""
    promise = f"at most {certificate.alpha:g} of answered questions are wrong"
    if certificate.threshold is None:
        return (
            f"No threshold could be certified for the promise that {promise} with probability at least "
            f"{1 - certificate.delta:g}; every question is abstained from."
        )
    return (
        f"With probability at least {1 - certificate.delta:g} over the choice of calibration cases, {promise} "
        f"where confidence is at least {certificate.threshold:.6g}, {_assumption(certificate)} "
        f"({certificate.n_wrong} of {certificate.n_answered} were wrong, exact bound {certificate.bound:.3f})."
    )


def _assumption(certificate: Certificate) -> str:
    if certificate.unit == "question":
        return "taking calibration questions and those to come as independent draws of one source"
    return (
        "taking documents as independent draws of one source, with one question drawn from each "
        f"({certificate.n_units} drawn from {certificate.n_cases} cases)"
    )


def shortfall(certificate: Certificate) -> str | None:
    """How many more answered cases with how many errors would have certified the first point; None when one was."""
    if certificate.threshold is not None:
        return None
    n, wrong, alpha = certificate.n_answered, certificate.n_wrong, certificate.alpha
    seen = f"{wrong} of the {n} most confident cases are wrong, so their error rate may be {certificate.bound:.3f}"
    clean = cases_needed(n, wrong, 0.0, alpha, certificate.delta)
    if clean is None:
        return f"{seen}; no reasonable number of further cases would show {alpha:g} or less"
    needed = f"{clean} more answered case{'' if clean == 1 else 's'} without an error would do"
    rate = wrong / n
    same = cases_needed(n, wrong, rate, alpha, certificate.delta) if rate < alpha else None
    if same is not None and int(rate * same) > 0:
        needed += f", or {same} more with at most {int(rate * same)} wrong, the rate seen so far"
    return f"{seen}; {needed}"


def cases_needed(n: int, wrong: int, rate: float, alpha: float, delta: float) -> int | None:
    """The fewest further cases, of which `rate` are wrong (rounded down), that make the test at `alpha` pass.

    None when `MOST_CASES` do not.
    """

    def passes(more: int) -> bool:
        return float(binomial_p_low(wrong + int(rate * more), n + more, alpha)) <= delta

    high = 1
    while not passes(high):
        high *= 2
        if high > MOST_CASES:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high

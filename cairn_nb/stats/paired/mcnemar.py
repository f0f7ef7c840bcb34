"""McNemar's exact test: is one of two systems more often the only one that is right than the other?"""

from __future__ import annotations

from cairn_nb.errors import InputError


def mcnemar_p(only_a: int, only_b: int) -> float | None:
    """The two-sided p-value of "the two are equally often the only one that is right" (McNemar 1947, exact).

    Twice the smaller tail of Binomial(only_a + only_b, 1/2), at most 1. It takes the questions as independent.

    Returns
    -------
    float | None
        None where there is no such question.

    Raises
    ------
    InputError
        If a count is negative.
    """
    from scipy.special import bdtr

    if only_a < 0 or only_b < 0:
        raise InputError(f"counts must be 0 or more, not {only_a} and {only_b}")
    n = only_a + only_b
    return min(1.0, 2 * float(bdtr(min(only_a, only_b), n, 0.5))) if n else None

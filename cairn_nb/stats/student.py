"""Student's t without scipy, which would cost every gate half a second of imports.

The distribution function is a finite sum for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4);
its quantile is found by halving.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, fsum, pi, sin, sqrt
from statistics import NormalDist

HALVINGS = 60
# Beyond, the normal distribution with the first terms of its expansion in 1 / degrees is closer than 1e-9.
MANY_DEGREES = 200


def t_cdf(t: float, degrees: int) -> float:
    """P(T <= t) with `degrees` (a whole number from 1) of freedom."""
    angle = atan(t / sqrt(degrees))
    term, total = (1.0, 1.0) if degrees % 2 == 0 else (cos(angle), cos(angle))
    start = 1 if degrees % 2 == 0 else 2
    for k in range(start, degrees - 2, 2):
        term *= k / (k + 1) * cos(angle) ** 2
        total += term
    inside = sin(angle) * total if degrees % 2 == 0 else 2 / pi * (angle + (sin(angle) * total if degrees > 1 else 0))
    return (1 + inside) / 2


@lru_cache(maxsize=256)
def t_quantile(probability: float, degrees: int) -> float:
    """The value that T exceeds with chance 1 - `probability`."""
    if degrees > MANY_DEGREES:
        return _expansion(probability, degrees)
    if probability < 0.5:
        return -t_quantile(1 - probability, degrees)
    low, high = 0.0, 1.0
    while t_cdf(high, degrees) < probability:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, degrees) < probability else (low, middle)
    return (low + high) / 2


def _expansion(probability: float, degrees: int) -> float:
    """Abramowitz and Stegun 26.7.5."""
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + fsum(term / float(degrees) ** (i + 1) for i, term in enumerate(terms))

"""Holm's step-down adjustment: the chance of any false claim among several stays at the level (Holm 1979)."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.errors import InputError


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjusted p-values in the given order; at most 1 and never smaller than a smaller p-value's.

    A None (no test was possible) stays None and does not count among the tests.

    Raises
    ------
    InputError
        If a p-value lies outside 0..1.
    """
    present = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    for p, i in present:
        if not 0 <= p <= 1:
            raise InputError(f"p-value {i} must lie between 0 and 1, not {p}")
    adjusted: list[float | None] = [None] * len(p_values)
    running = 0.0
    for rank, (p, i) in enumerate(present):
        running = max(running, min(1.0, p * (len(present) - rank)))
        adjusted[i] = running
    return adjusted

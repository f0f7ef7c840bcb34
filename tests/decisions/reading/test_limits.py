"""Every option is finite and not negative, and a wrong one is named as its flag."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.decisions.reading.limits import GateLimits, exceeds, gate_limits
from cairn_nb.errors import InputError

NUMBERS = [
    "max_quality_drop",
    "max_citation_drop",
    "max_cost_increase",
    "max_p95_increase",
    "min_p95_delta_ms",
    "max_answer_rate_drop",
    "max_retrieval_drop",
]


def test_the_references_defaults() -> None:
    limits = gate_limits({})
    assert (limits.max_quality_drop, limits.max_citation_drop) == (0.0, 0.0)
    assert (limits.max_cost_increase, limits.max_p95_increase, limits.min_p95_delta_ms) == (0.15, 0.25, 50.0)
    assert limits.require_guarantee is True
    assert (limits.quality_test, limits.guarantee) == ("point", "point")
    assert (limits.max_answer_rate_drop, limits.max_retrieval_drop, limits.enforce_budget) == (None, None, False)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, -0.01, "0.1", True])
def test_a_limit_must_be_a_finite_number_from_zero(name: str, value: Any) -> None:
    with pytest.raises(InputError, match="--" + name.replace("_", "-")):
        gate_limits({name: value})  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "value"),
    [("quality_test", "strict"), ("guarantee", "bayes"), ("max_quality_dorp", 0.1), ("level", 1.0), ("n_boot", 10)],
)
def test_an_option_that_is_not_known_is_refused(name: str, value: Any) -> None:
    with pytest.raises(InputError, match=name.replace("_", "-")):
        gate_limits({name: value})  # type: ignore[misc]


def test_whole_numbers_are_numbers() -> None:
    assert gate_limits({"max_quality_drop": 0, "min_p95_delta_ms": 20}) == GateLimits(min_p95_delta_ms=20.0)


@given(before=st.integers(0, 1000), allowed=st.integers(0, 1000))
def test_thousandths_never_differ_by_dust(before: int, allowed: int) -> None:
    """A drop of exactly what is allowed never exceeds it, one thousandth more always does."""
    after = before - allowed
    assert not exceeds(before / 1000 - after / 1000, allowed / 1000)
    assert exceeds(before / 1000 - (after - 1) / 1000, allowed / 1000)

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.confidence import ConfidenceParams, combine
from cairn_nb.errors import ConfigError


def test_absent_signals_leave_the_weights_of_the_rest_in_proportion() -> None:
    # (0.4 x 0.6 + 0.2 x 0.9) / 0.6 = 0.7
    assert combine({"retrieval": 0.6, "self": 0.9}, {}) == 0.7
    every = {"retrieval": 0.5, "rerank": 1.0, "self": 0.0, "citation": 1.0}
    assert combine(every, ConfidenceParams()) == pytest.approx(0.4 * 0.5 + 0.3 + 0.1)


def test_nothing_to_go_by_is_no_confidence() -> None:
    assert combine({}, {}) == 0.0
    assert combine({"self": 0.9}, {"w_self": 0}) == 0.0


def test_rounded_so_that_float_dust_never_decides() -> None:
    assert combine({"self": 0.1 + 0.2}, {}) == combine({"self": 0.3}, {}) == 0.3
    assert combine({"self": 1 / 3}, {}) == 0.333333


@given(st.dictionaries(st.sampled_from(["retrieval", "rerank", "self", "citation"]), st.floats(0, 1), min_size=1))
def test_between_the_lowest_and_the_highest_signal(signals: dict[str, float]) -> None:
    low, high = min(signals.values()), max(signals.values())
    assert low - 1e-6 <= combine(signals, {}) <= high + 1e-6


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"w_retreival": 1}, "did you mean 'w_retrieval'"),
        ({"w_self": -0.1}, "w_self: must be a finite number from 0"),
        ({"w_self": float("nan")}, "finite"),
        ({"w_self": True}, "finite"),
        ({"w_self": "0.2"}, "finite"),
        ({"w_retrieval": 0, "w_rerank": 0, "w_self": 0, "w_citation": 0}, "above 0"),
        ({"bm25_half": 0}, "bm25_half: must be above 0"),
        ({"level_share": 1.1}, "level_share: must be at most 1"),
    ],
)
def test_bad_parameters_are_named(params: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ConfidenceParams.of(params)

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.planning.request import PlanRequest
from cairn_nb.errors import InputError


@pytest.mark.parametrize(
    "asked",
    [
        {"difference": 0.0},
        {"difference": float("nan")},
        {"sd": 1.5},
        {"questions_per_document": 0.5},
        {"alike": -0.1},
        {"correlation": 1.1},
        {"systems": 1},
        {"trials": ()},
        {"trials": (1, 0)},
        {"budget_usd": -1.0},
        {"cost_per_answer_usd": float("inf")},
    ],
)
def test_a_value_out_of_range_is_refused_by_name(asked: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        PlanRequest.of(asked)
    assert caught.value.key == next(iter(asked))


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"one of .*budget_usd"):
        PlanRequest.of({"budgett": 1})

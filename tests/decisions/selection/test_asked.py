"""Options over a policy's file: what is given wins, what does not fit is named."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.selection.asked import parse_weights, policy_of
from cairn_nb.errors import InputError
from cairn_nb.records.selection_policy import SelectionPolicy, Weights

BASE = SelectionPolicy.model_validate(
    {"profile": "lowest_latency", "weights": {"cost": 0.1}, "constraints": {"min_answer_score": 3.0}}
)


@pytest.mark.parametrize(
    ("profile", "weights"),
    [
        ("balanced", (0.6, 0.2, 0.2)),
        ("cheapest_acceptable", (0.5, 0.5, 0.0)),
        ("lowest_latency", (0.5, 0.0, 0.5)),
        ("max_quality", (1.0, 0.0, 0.0)),
    ],
)
def test_profiles_bundle_weights(profile: str, weights: tuple[float, float, float]) -> None:
    found = policy_of(profile=profile)
    quality, cost, latency = weights
    assert found.weighing() == Weights(quality=quality, cost=cost, latency=latency)
    assert found.merges_ties is (profile != "max_quality")


def test_weights_override_a_profiles_and_the_others_stay() -> None:
    assert policy_of(weights={"cost": 0.4}).weighing() == Weights(quality=0.6, cost=0.4, latency=0.2)


def test_options_win_over_the_base_and_null_keeps_it() -> None:
    found = policy_of(
        BASE, profile=None, weights={"latency": 0.9}, limits={"max_ingestion_cost": 2, "min_faithfulness": None}
    )
    assert found.profile == "lowest_latency"
    assert found.weighing() == Weights(quality=0.5, cost=0.1, latency=0.9)
    assert found.constraints.min_answer_score == 3.0 and found.constraints.max_ingestion_cost == 2.0
    assert policy_of(BASE) == BASE


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"limits": {"max_cost": 1}}, "max_cost: there is no such option"),
        (
            {"limits": {"max_cost_per_question": -1}},
            "max_cost_per_question: input should be greater than or equal to 0",
        ),
        ({"limits": {"max_latency_ms_p95": float("nan")}}, "max_latency_ms_p95: input should be"),
        ({"limits": {"min_answer_score": 6}}, "min_answer_score: input should be less than or equal to 5"),
        ({"profile": "cheapest"}, "profile: input should be 'balanced'"),
        ({"weights": {"quality": 0, "cost": 0, "latency": 0}}, "one of quality, cost and latency must count"),
    ],
)
def test_what_does_not_fit_is_named(given: dict[str, object], says: str) -> None:
    with pytest.raises(InputError, match=says):
        policy_of(**given)  # type: ignore[arg-type]


def test_weights_as_text() -> None:
    assert parse_weights("quality=0.6, cost=.2") == {"quality": 0.6, "cost": 0.2}


@pytest.mark.parametrize("text", ["", "quality", "quality=a", "speed=1", "cost=1,cost=2", "cost=1,,latency=1"])
def test_other_texts_are_no_weights(text: str) -> None:
    with pytest.raises(InputError, match="weights"):
        parse_weights(text)

"""Every constraint: what meets it, what breaks it and by how much, and what was not measured."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.selection.limits import broken_limits, closest
from cairn_nb.records import Estimate, Report
from cairn_nb.records.recommendation import BrokenLimit, ExcludedSystem, SystemNumbers
from cairn_nb.records.selection_policy import Constraints
from tests.decisions.selection.systems import flat, system

MEASURED = SystemNumbers(
    system="a",
    config_hash="0",
    quality=Estimate(value=4.0),
    cost_per_question_usd=0.02,
    latency_p95_ms=1500.0,
    faithfulness=3.0,
    answer_score=4.0,
    ingestion_cost_usd=1.0,
)
NOTHING = SystemNumbers(system="a", config_hash="0", quality=Estimate(value=None))
LOCAL = {"generation": {"provider": {"name": "llamacpp"}}, "embedding": {"name": "local"}, "retrieval": {}}
REMOTE = {**LOCAL, "generation": {"provider": {"name": "anthropic", "params": {"model": "m"}}}}


def broken(found: SystemNumbers, *, of: Report | None = None, **limits: Any) -> tuple[BrokenLimit, ...]:
    return broken_limits(of or system("a", flat(4, 8)), found, Constraints(**limits))


@pytest.mark.parametrize(
    ("name", "limit", "by", "sentence"),
    [
        ("max_cost_per_question", 0.016, 0.004, "cost per question 0.02 USD is 0.004 USD (25%) above the limit of 0.016 USD"),  # noqa: E501
        ("max_latency_ms_p95", 1000.0, 500.0, "p95 latency 1,500 ms is 500 ms (50%) above the limit of 1,000 ms"),
        ("min_faithfulness", 4.0, 1.0, "faithfulness 3.000 is 1.000 (25%) below the limit of 4.000"),
        ("min_answer_score", 5.0, 1.0, "answer score 4.000 is 1.000 (20%) below the limit of 5.000"),
        ("max_ingestion_cost", 0.5, 0.5, "ingestion cost 1.00 USD is 0.5 USD (100%) above the limit of 0.5 USD"),
    ],
)  # fmt: skip
def test_a_number_beyond_its_limit(name: str, limit: float, by: float, sentence: str) -> None:
    [found] = broken(MEASURED, **dict[str, Any]({name: limit}))
    assert (found.constraint, found.limit, found.sentence) == (name, limit, sentence)
    assert found.by == pytest.approx(by) and found.relative == pytest.approx(by / limit)


@pytest.mark.parametrize(
    ("name", "limit", "value"),
    [
        ("max_cost_per_question", 0.02, "cost_per_question_usd"),
        ("max_latency_ms_p95", 1500.0, "latency_p95_ms"),
        ("min_faithfulness", 3.0, "faithfulness"),
        ("min_answer_score", 4.0, "answer_score"),
        ("max_ingestion_cost", 1.0, "ingestion_cost_usd"),
    ],
)
def test_a_limit_is_met_at_the_limit_and_never_by_what_was_not_measured(name: str, limit: float, value: str) -> None:
    assert broken(MEASURED, **dict[str, Any]({name: limit})) == ()
    [found] = broken(NOTHING, **dict[str, Any]({name: limit}))
    assert found.value is None and found.by is None
    assert found.sentence.split(" was not measured, and at ")[1].startswith(("most ", "least "))
    assert getattr(NOTHING, value) is None


def test_binary_dust_breaks_nothing() -> None:
    assert broken(MEASURED.changed(cost_per_question_usd=0.1 + 0.2), max_cost_per_question=0.3) == ()


def test_a_limit_of_zero_has_no_share() -> None:
    [found] = broken(MEASURED, max_cost_per_question=0.0)
    assert found.by == 0.02 and found.relative is None
    assert found.sentence == "cost per question 0.02 USD is 0.02 USD above the limit of 0 USD"


def test_requirements_are_read_from_the_configuration() -> None:
    local, remote = (system("a", flat(4, 8), config=config) for config in (LOCAL, REMOTE))
    both: dict[str, Any] = {"require_local_models": True, "require_no_network": True}
    assert broken(MEASURED, of=local, **both) == ()
    assert [found.sentence for found in broken(MEASURED, of=remote, **both)] == [
        "every model must be local: anthropic (generation) is reached over a network",
        "no network may be needed: anthropic (generation) is reached over a network",
    ]
    pg = system("a", flat(4, 8), config={**LOCAL, "index": {"backend": "pgvector"}})
    assert broken(MEASURED, of=pg, require_local_models=True) == ()
    [found] = broken(MEASURED, of=pg, **both)
    assert found.sentence == "no network may be needed: pgvector (index) is reached over a network"


def test_without_a_configuration_nothing_can_be_shown() -> None:
    found = broken(MEASURED, require_local_models=True, require_no_network=True)
    assert [entry.constraint for entry in found] == ["require_local_models", "require_no_network"]
    assert all(entry.sentence.endswith("its report does not carry its configuration") for entry in found)


def excluded(name: str, *misses: BrokenLimit) -> ExcludedSystem:
    return ExcludedSystem(numbers=NOTHING.changed(system=name), broken=misses)


def miss(relative: float | None, by: float | None = None) -> BrokenLimit:
    return BrokenLimit(constraint="max_cost_per_question", relative=relative, by=by, sentence="")


def test_the_closest_miss_is_the_least_sum_of_shares_and_what_cannot_be_measured_is_farther() -> None:
    """0.3 + 0.3 is more than 0.5; a limit that was not measured is worse than any share."""
    far, near, unknown = excluded("a", miss(0.3), miss(0.3)), excluded("b", miss(0.5)), excluded("c", miss(None))
    assert closest([far, near, unknown]) == near
    assert closest([unknown, far]) == far
    assert closest([excluded("e", miss(None, 0.2)), excluded("d", miss(None, 0.1))]).system == "d"  # type: ignore[union-attr]
    assert closest([excluded("z", miss(0.5)), near]) == near
    assert closest([]) is None

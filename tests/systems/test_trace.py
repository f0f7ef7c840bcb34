from __future__ import annotations

import pytest

from cairn_nb.records import Step
from cairn_nb.systems.trace import Trace


def test_an_error_takes_the_steps_along_before_its_own() -> None:
    error = ValueError("x")
    error.steps = (Step(stage="inner"),)  # type: ignore[attr-defined]
    with pytest.raises(ValueError) as caught, Trace() as trace:
        trace.add(Step(stage="outer"))
        raise error
    assert [step.stage for step in caught.value.steps] == ["outer", "inner"]  # type: ignore[attr-defined]


def test_a_reply_from_disk_counts_with_the_time_it_took_when_it_was_made() -> None:
    trace = Trace()
    trace.add(Step(stage="generate", latency_ms=5000.0, cached=True), Step(stage="search", latency_ms=9000.0))
    assert 5000.0 <= trace.latency_ms < 9000.0

"""Means, medians, flags and variances by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.judges.axes.aggregate import Scores, aggregated, score_variance
from cairn_nb.records.axis_verdict import AXES

POINTS = st.floats(min_value=0, max_value=5, allow_nan=False)


def scores(*values: float, supported: bool | None = None, hallucinated: bool | None = None) -> Scores:
    each = values * len(AXES) if len(values) == 1 else values
    return Scores(dict(zip(AXES, each, strict=True)), supported, hallucinated)


def test_mean_and_median_of_each_axis() -> None:
    given_ = [scores(5, 4, 3, 2, 1), scores(4, 4, 4, 4, 4), scores(0, 5, 5, 0, 4)]
    # (5+4+0)/3, (4+4+5)/3, (3+4+5)/3, (2+4+0)/3, (1+4+4)/3
    assert list(aggregated(given_).axes.values()) == pytest.approx([3, 13 / 3, 4, 2, 3], abs=1e-6)
    assert list(aggregated(given_, "median").axes.values()) == [4, 4, 4, 2, 4]
    assert aggregated(given_, "median").answer_score == pytest.approx(18 / 5)


def test_the_median_is_not_moved_by_one_outlying_judge() -> None:
    agreed = [scores(4), scores(4)]
    assert aggregated([*agreed, scores(0)], "median") == aggregated([*agreed, scores(5)], "median") == scores(4)
    assert aggregated([*agreed, scores(0)]).answer_score == pytest.approx(8 / 3)


@pytest.mark.parametrize(
    ("flags", "supported", "hallucinated"),
    [
        ([True], True, True),
        ([True, False], False, True),  # half: no majority, but enough to doubt
        ([True, True, False], True, True),
        ([True, False, False], False, False),
        ([True, None], True, True),  # who says nothing does not count
        ([False, None], False, False),
        ([True, True, False, False], False, True),
        ([None, None], None, None),
    ],
)
def test_flags(flags: list[bool | None], supported: bool | None, hallucinated: bool | None) -> None:
    found = aggregated([scores(3, supported=flag, hallucinated=flag) for flag in flags])
    assert (found.is_supported_by_context, found.is_hallucinated) == (supported, hallucinated)


def test_the_population_variance_of_the_answer_score() -> None:
    # answer scores 2, 4 and 3: mean 3, squares 1, 1 and 0 over 3
    assert score_variance([scores(2), scores(4), scores(3)]) == pytest.approx(2 / 3, abs=1e-6)
    # it is of the answer score, not of the axes: both have a mean of 3
    assert score_variance([scores(5, 1, 3, 3, 3), scores(3)]) == 0
    assert score_variance([scores(2)]) is None


@given(st.lists(st.tuples(*[POINTS] * 5), min_size=1, max_size=6), st.sampled_from(["mean", "median"]))
def test_an_aggregate_lies_between_its_parts(values: list[tuple[float, ...]], how: str) -> None:
    parts = [scores(*one) for one in values]
    found = aggregated(parts, how)  # type: ignore[arg-type]
    for axis in AXES:
        each = [part.axes[axis] for part in parts]
        assert min(each) - 1e-6 <= found.axes[axis] <= max(each) + 1e-6
    assert found == aggregated(parts[::-1], how)  # type: ignore[arg-type]

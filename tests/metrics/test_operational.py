from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.metrics.operational import cache_hit_rate, percentile_ms, total


def test_percentiles_interpolate_and_round_half_to_even() -> None:
    # Median of 2 and 3 is 2.5, which rounds to 2; of 3 and 4 it is 3.5, which rounds to 4.
    assert percentile_ms([2, 3], 50) == 2
    assert percentile_ms([3, 4], 50) == 4
    # 95% of the way along 0..10 in ten steps: position 9.5
    assert percentile_ms([10 * i for i in range(11)], 95) == 95
    assert percentile_ms([], 50) is None


@given(st.lists(st.floats(0, 1e6), min_size=1), st.sampled_from([50, 95]))
def test_percentiles_are_numpys(latencies: list[float], percent: int) -> None:
    assert percentile_ms(latencies, percent) == round(float(np.percentile(latencies, percent)))


def test_an_unknown_part_makes_the_total_unknown() -> None:
    assert total([0.1, 0.2]) == pytest.approx(0.3)
    assert total([0.1, None]) is None
    assert total([]) is None


def test_cache_hits_compare_each_call_with_the_one_before() -> None:
    # a a b b b: hits at 2, 4 and 5, of four calls that have one before them
    assert cache_hit_rate("aabbb") == 3 / 4
    assert cache_hit_rate(["a", None, "a"]) == 1.0  # a case without a call is not between two calls
    assert cache_hit_rate(["a"]) is None
    assert cache_hit_rate([None, None]) is None

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from cairn_nb.errors import InputError
from cairn_nb.stats import holm


def test_by_hand() -> None:
    # 0.01 x 3 = 0.03; 0.02 x 2 = 0.04; 0.03 x 1 = 0.03, raised to 0.04 because it may not pass the one before.
    assert holm([0.03, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04])
    assert holm([0.5, 0.9]) == [1.0, 1.0]


def test_an_impossible_test_is_no_test() -> None:
    assert holm([0.02, None, 0.04]) == [0.04, None, 0.04]
    assert holm([]) == []


@settings(max_examples=20, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_agrees_with_statsmodels(p_values: list[float]) -> None:
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1].tolist())


@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan")])
def test_no_p_value_is_refused(bad: float) -> None:
    with pytest.raises(InputError, match="p-value 1"):
        holm([0.5, bad])

from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.errors import InputError
from cairn_nb.stats.values import as_floats, check_share, cluster_codes


def test_none_and_nan_are_gaps_and_booleans_are_numbers() -> None:
    array = as_floats([True, None, 0.5, float("nan")])
    assert np.isnan(array[[1, 3]]).all()
    assert array[[0, 2]].tolist() == [1.0, 0.5]


def test_a_generator_is_read_once() -> None:
    assert as_floats(x / 2 for x in range(3)).tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("values", "message"),
    [(["a"], "numbers"), ([[1.0, 2.0]], "one dimension"), ([1.0, float("inf")], "infinity at position 1")],
)
def test_what_is_no_list_of_numbers_is_refused(values: list[object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        as_floats(values)  # type: ignore[arg-type]


def test_labels_become_codes_in_order_of_appearance() -> None:
    assert cluster_codes(["b", "a", "b", 3], 4).tolist() == [0, 1, 0, 2]
    assert cluster_codes(None, 3).tolist() == [0, 1, 2]


def test_labels_must_be_as_many_as_values() -> None:
    with pytest.raises(InputError, match="2 cluster labels for 3 values"):
        cluster_codes(["a", "b"], 3)


@pytest.mark.parametrize("value", [0.0, 1.0, -0.1, float("nan")])
def test_a_share_lies_strictly_inside(value: float) -> None:
    with pytest.raises(InputError, match="strictly between"):
        check_share(value, "level")

"""Folding loses nothing, whatever is in the data, and like objects become columns."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.explorer.packing.folded import folded, unfolded

LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-5, 5), st.floats(-1, 1), st.text(max_size=3))
KEYS = st.sampled_from(["a", "b", "c", "n", "v", "s", "at", "__proto__"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=20
)


@given(st.lists(VALUES, max_size=6))
def test_unfolding_gives_the_array_again(values: list[Any]) -> None:
    through_json = json.loads(json.dumps(folded(values)))
    assert unfolded(through_json) == values


def test_objects_of_one_shape_are_columns_also_within_lists() -> None:
    rows: list[Any] = [{"claims": [{"text": "x", "ok": True}, {"text": "y", "ok": False}]}, None, {"claims": []}]
    assert folded(rows) == {
        "c": {"claims": {"n": [2, 0], "v": {"c": {"text": ["x", "y"], "ok": [True, False]}, "m": 2, "at": None}}},
        "m": 3,
        "at": [0, 2],
    }


def test_objects_of_several_shapes_name_each_shape_once() -> None:
    assert folded([{"a": 1}, {"a": 2, "b": 3}, {"a": 4}]) == {
        "s": [["a"], ["a", "b"]],
        "of": [0, 1, 0],
        "v": [1, 2, 3, 4],
    }

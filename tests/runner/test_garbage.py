from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from cairn_nb.runner.garbage import YOUNG_OBJECTS, rare_collections


@pytest.fixture(autouse=True)
def _thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_collections_are_rare_inside_and_as_before_behind() -> None:
    gc.set_threshold(600, 8, 9)
    with pytest.raises(KeyError), rare_collections():
        assert gc.get_threshold() == (YOUNG_OBJECTS, 8, 9)
        raise KeyError
    assert gc.get_threshold() == (600, 8, 9)


def test_runs_that_overlap_put_back_what_was_before_the_first() -> None:
    gc.set_threshold(600, 8, 9)
    first, second = rare_collections(), rare_collections()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold() == (YOUNG_OBJECTS, 8, 9)
    second.__exit__(None, None, None)
    assert gc.get_threshold() == (600, 8, 9)


@pytest.mark.parametrize("young", [0, 10 * YOUNG_OBJECTS])
def test_who_collects_never_or_more_seldom_is_left_alone(young: int) -> None:
    gc.set_threshold(young, 8, 9)
    with rare_collections():
        assert gc.get_threshold() == (young, 8, 9)

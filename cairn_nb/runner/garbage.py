"""The garbage collector while a run, a report or a comparison makes very many objects that stay, none in a circle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

YOUNG_OBJECTS = 20_000  # the usual 700 had the collector walk every kept answer twice, for a few objects a case

_before: list[tuple[int, int, int]] = []


@contextmanager
def rare_collections() -> Iterator[None]:
    """Collect garbage seldom inside the block; blocks may overlap, and the last one puts things back."""
    _before.append(gc.get_threshold())
    young, *older = _before[0]
    gc.set_threshold(max(young, YOUNG_OBJECTS) if young else 0, *older)
    try:
        yield
    finally:
        first = _before[0]
        _before.pop()
        if not _before:
            gc.set_threshold(*first)


@contextmanager
def out_of_collections() -> Iterator[None]:
    """Spare the collector what is there already: it outlives the block, and walking it takes time."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()

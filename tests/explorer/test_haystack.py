"""A search finds the same whatever was searched for before it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.browser import browser
from tests.explorer.functions import functions

pytestmark = pytest.mark.browser

TYPED = "async ([columns, needles]) => needles.map(needle => Array.from(rowsWith(columns, needle, columns[0].length)))"
N_ROWS = 4500  # more than two stacks of texts


@pytest.fixture(scope="module")
def page(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(playwright) as context:
        yield functions(context, tmp_path_factory.mktemp("haystack"), ["rowsWith"])


def columns() -> list[list[str | None]]:
    rng = Random(5)
    words = ["Export", "excess", "EXCEPTION", "class", "", "ex", "reclaim", "ΣΑΣ", "İex", "x\0c"]
    texts: list[list[str | None]] = [[" ".join(rng.choices(words, k=3)) for _ in range(N_ROWS)] for _ in range(2)]
    return [texts[0], [None if i % 7 == 0 else text for i, text in enumerate(texts[1])]]


def holding(given: list[list[str | None]], needle: str) -> list[int]:
    return [int(any(needle in (text or "").lower() for text in row)) for row in zip(*given, strict=True)]


@pytest.mark.parametrize(
    "needles",
    [
        ["e", "ex", "exc", "exce", "exception"],
        ["exc", "ex", "x", "xc", "exception", "exc"],
        ["zzzz", "zzzzz", "class", "cl", "recl", "claim"],
        [" ex", "s ex", "s ex ", "\0", "x\0c", "ex\0"],
        ["σ", "σα", "i̇ex", "ex"],
        [*"abcdefghijkl", "ex", "exp", "a"],
    ],
)
def test_each_key_finds_what_a_search_of_its_own_would(page: Any, needles: list[str]) -> None:
    given = columns()
    assert page.evaluate(TYPED, [given, needles]) == [holding(given, needle) for needle in needles]

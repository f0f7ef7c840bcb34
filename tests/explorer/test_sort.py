"""Sorting the rows: by several columns, missing values last both ways, names with numbers by their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.browser import browser
from tests.explorer import views
from tests.explorer.functions import functions

pytestmark = pytest.mark.browser

NAMES = ("judge", "rank", "verdict", "category", "confidence", "failure", "tags")
SORTS = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(["asc", "desc"])), max_size=4, unique_by=lambda p: p[0]
)


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright) as opened:
        yield opened


@pytest.fixture(scope="module")
def view() -> dict[str, Any]:
    return views.view("one", with_evidence=False)


@pytest.fixture(scope="module")
def page(context: Any, view: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Any:
    return functions(context, tmp_path_factory.mktemp("sort"), ["sortedOrder", "nextSort"], view)


def cells(view: dict[str, Any], name: str) -> list[Any]:
    values = view["rows"][0].get(name) or view["cases"][name]
    return [None if value in ("", []) else " ".join(value) if isinstance(value, list) else value for value in values]


def by_python(view: dict[str, Any], sort: list[tuple[str, str]]) -> list[int]:
    """The same order from Python's stable sort, the least column first."""
    order = list(range(len(view["cases"]["id"])))
    for name, way in reversed(sort):
        values = cells(view, name)
        filled = sorted((i for i in order if values[i] is not None), key=lambda i: values[i], reverse=way == "desc")
        if way == "desc":  # equal rows keep the report's order in both directions
            filled = sorted((i for i in order if values[i] is not None), key=lambda i: _Reversed(values[i]))
        order = filled + [i for i in order if values[i] is None]
    return order


class _Reversed:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: _Reversed) -> bool:
        return bool(other.value < self.value)


@settings(max_examples=80, deadline=None, derandomize=True)
@given(sort=SORTS)
def test_the_order_is_that_of_stable_sorts_with_missing_values_last(
    page: Any, view: dict[str, Any], sort: list[tuple[str, str]]
) -> None:
    found = page.evaluate("sort => Array.from(sortedOrder(view, sort))", [list(pair) for pair in sort])
    assert found == by_python(view, sort)


def test_names_go_by_their_numbers_and_accents_do_not_count(context: Any, tmp_path: Any) -> None:
    view = views.view("one", 6, with_evidence=False)
    view["cases"]["category"] = ["case-10", "Émile", "case-2", "", "zebra", "eMil"]
    page = functions(context, tmp_path, ["sortedOrder"], view)
    assert page.evaluate('Array.from(sortedOrder(view, [["category", "asc"]]))') == [2, 0, 5, 1, 4, 3]
    assert page.evaluate('Array.from(sortedOrder(view, [["category", "desc"]]))') == [4, 1, 5, 0, 2, 3]


def test_a_change_is_sorted_by_how_bad_it_is(context: Any, tmp_path: Any) -> None:
    view = views.view("two", with_evidence=False)
    page = functions(context, tmp_path, ["sortedOrder"], view)
    order = page.evaluate('Array.from(sortedOrder(view, [["change", "asc"]]))')
    keys = [change["key"] for change in view["changes"]]
    first = [keys.index(view["cases"]["change"][i][0]) for i in order if view["cases"]["change"][i]]
    assert first == sorted(first)
    assert len(set(first)) > 1
    assert [bool(view["cases"]["change"][i]) for i in order] == [True] * len(first) + [False] * (60 - len(first))


CLICKS = [
    ([], "judge", False, [["judge", "asc"]]),
    ([["judge", "asc"]], "judge", False, [["judge", "desc"]]),
    ([["judge", "desc"]], "judge", False, []),
    ([["judge", "asc"], ["rank", "asc"]], "f1", False, [["f1", "asc"]]),
    ([["judge", "asc"]], "rank", True, [["judge", "asc"], ["rank", "asc"]]),
    ([["judge", "asc"], ["rank", "asc"]], "judge", True, [["judge", "desc"], ["rank", "asc"]]),
    ([["judge", "desc"], ["rank", "asc"]], "judge", True, [["rank", "asc"]]),
]


@pytest.mark.parametrize(("sort", "name", "add", "after"), CLICKS)
def test_a_click_sorts_by_one_column_and_shift_adds_another(
    page: Any, sort: Any, name: str, add: bool, after: Any
) -> None:
    assert page.evaluate("([sort, name, add]) => nextSort(sort, name, add)", [sort, name, add]) == after

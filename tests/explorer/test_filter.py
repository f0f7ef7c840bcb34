"""Filters: what each selects, how they join, and a search that stops when its time is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser import browser
from tests.explorer import views
from tests.explorer.functions import functions

pytestmark = pytest.mark.browser

ROWS = """state => { const { rows, problem } = matchingRows(view, stated(state), sortedOrder(view, []));
  return { ids: Array.from(rows, i => view.ids[i]), problem, ignored: stated(state).ignored }; }"""


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright) as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(context: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, dict[str, Any]]]:
    found = {}
    for mode in ("one", "two", "many"):
        view = views.view(mode, with_evidence=False)
        found[mode] = functions(context, tmp_path_factory.mktemp(mode), ["matchingRows", "sortedOrder"], view), view
    return found


def asked(pages: Any, mode: str, state: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = pages[mode][0].evaluate(ROWS, state)
    return found


def ids_where(view: dict[str, Any], holds: Any) -> list[str]:
    return [row for i, row in enumerate(view["cases"]["id"]) if holds(i)]


def test_values_of_a_column_are_alternatives_and_columns_conditions(pages: Any) -> None:
    _, view = pages["one"]
    own, shared = view["rows"][0], view["cases"]
    found = asked(pages, "one", {"filters": {"facets": {"verdict": ["wrong", "error"], "category": ["billing"]}}})
    assert found["ids"] == ids_where(
        view, lambda i: own["verdict"][i] in ("wrong", "error") and shared["category"][i] == "billing"
    )
    assert len(found["ids"]) > 2


def test_ranges_hold_their_ends_and_leave_out_missing_values(pages: Any) -> None:
    _, view = pages["one"]
    judge, rank = view["rows"][0]["judge"], view["rows"][0]["rank"]
    found = asked(pages, "one", {"filters": {"ranges": {"judge": [0.2, 0.2]}}})
    assert found["ids"] == ids_where(view, lambda i: judge[i] == 0.2)
    found = asked(pages, "one", {"filters": {"ranges": {"judge": [None, 0.5]}, "missing": ["rank"]}})
    assert found["ids"] == ids_where(view, lambda i: judge[i] is not None and judge[i] <= 0.5 and rank[i] is None)


def test_near_the_threshold_is_a_range_of_the_margin(pages: Any) -> None:
    _, view = pages["one"]
    margin = view["rows"][0]["margin"]
    found = asked(pages, "one", {"filters": {"ranges": {"margin": [-0.05, 0.05]}}})
    assert found["ids"] == ids_where(view, lambda i: margin[i] is not None and abs(margin[i]) <= 0.05)
    assert found["ids"]


def test_a_change_is_one_of_several(pages: Any) -> None:
    _, view = pages["two"]
    found = asked(pages, "two", {"filters": {"facets": {"change": ["slower"]}}})
    assert found["ids"] == ids_where(view, lambda i: "slower" in view["cases"]["change"][i])
    assert found["ids"]


def test_modes_of_the_matrix_look_at_the_chosen_systems_alone(pages: Any) -> None:
    _, view = pages["many"]
    verdict = [run["verdict"] for run in view["rows"]]
    names = [run["name"] for run in view["runs"]]
    for seen in ([0, 1, 2], [0, 2]):
        filters = {"mode": "different", "runs": [names[run] for run in seen]}
        expected = ids_where(view, lambda i: len({verdict[run][i] for run in seen}) > 1)  # noqa: B023
        assert asked(pages, "many", {"filters": filters})["ids"] == expected
        assert expected
    failing = ids_where(
        view, lambda i: any(run["failure"][i] or run["verdict"][i] in ("wrong", "error") for run in view["rows"])
    )
    assert asked(pages, "many", {"filters": {"mode": "failures"}})["ids"] == failing


def test_apart_compares_the_largest_score_with_the_smallest(pages: Any) -> None:
    _, view = pages["many"]
    mode = next(mode for mode in view["modes"] if mode["name"] == "apart")
    scores = [run[mode["key"]] for run in view["rows"]]

    def apart(i: int) -> bool:
        found = [values[i] for values in scores if values[i] is not None]
        return len(found) > 1 and max(found) - min(found) >= mode["by"] - 1e-9

    expected = ids_where(view, apart)
    assert asked(pages, "many", {"filters": {"mode": "apart"}})["ids"] == expected
    assert expected


def test_the_search_ignores_case_and_an_expression_sees_each_field_by_itself(pages: Any) -> None:
    assert asked(pages, "one", {"query": " MATTER 17?"})["ids"] == ["c017"]
    starts = asked(pages, "one", {"query": "^what does", "regex": True})["ids"]
    assert len(starts) == 60
    assert asked(pages, "one", {"query": "c0(17|2\\d)$", "regex": True})["ids"] == [
        "c017",
        *(f"c02{i}" for i in range(10)),
    ]


def test_a_refused_expression_leaves_every_row_and_says_why(pages: Any) -> None:
    found = asked(pages, "one", {"query": "(a+)+$", "regex": True})
    assert len(found["ids"]) == 60
    assert found["problem"].startswith("Not searched:")


def test_a_slow_expression_stops_and_says_how_far_it_came(pages: Any) -> None:
    page, _ = pages["one"]
    found = page.evaluate(
        """() => {
          const real = performance.now.bind(performance); let late = 0;
          performance.now = () => real() + (late += 400);
          const order = Int32Array.from({ length: 600 }, (_, i) => i % 60);
          const { rows, problem } = matchingRows(view, stated({ query: ".", regex: true }), order);
          performance.now = real;
          return [rows.length, problem];
        }"""
    )
    assert found == [128, "Stopped after 1 s: 128 cases were searched."]


NONSENSE = {
    "facets": {"nope": ["x"], "verdict": "right", "category": [3]},
    "ranges": {"judge": ["a", None], "category": [0, 1], "rank": None, "f1": [0.9, 0.1]},
    "missing": [None, "gone", "judge"],
    "runs": ["nobody"],
    "mode": "sideways",
    "ids": None,
    "label": 7,
}


def test_nonsense_is_left_out_and_named(pages: Any) -> None:
    found = asked(pages, "one", {"filters": NONSENSE, "sort": [["nope", "asc"], 3, ["judge"]], "shown": ["gone", "id"]})
    assert found["ids"] == []
    assert set(found["ignored"]) == {"nope", "category", "gone", "nobody", "sideways"}
    assert asked(pages, "one", {"filters": [], "sort": None, "shown": 3, "query": None})["ids"][:1] == ["c000"]


def test_rows_by_id_keep_only_those_that_are_there(pages: Any) -> None:
    assert asked(pages, "one", {"filters": {"ids": ["c003", "gone", "c001"]}})["ids"] == ["c001", "c003"]
    assert asked(pages, "one", {"filters": {"ids": []}})["ids"] == []

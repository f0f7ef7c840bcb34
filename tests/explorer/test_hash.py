"""The state in an address: readable, exact both ways, and deaf to nonsense."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.browser import browser
from tests.explorer.functions import functions

pytestmark = pytest.mark.browser

TEXT = st.text(st.characters(codec=None, categories=None), max_size=12) | st.sampled_from(
    [
        "",
        "a,b",
        "0..1",
        "..",
        "~",
        "~d800",
        "100%",
        "%zz",
        "a&b=c#d",
        "\ud800",
        "\udfff\ud800",
        "é ☃ 🚲",
        ".q",
        "-judge",
    ]
)
COLUMN = st.sampled_from(["judge", "judge@1", "category", "case", "q", "ids", "rows", ".q", "__proto__"])
SHARE = st.none() | st.floats(-1e6, 1e6)
FILTERS = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(["", "different"]),
        "runs": st.lists(TEXT, max_size=2),
        "facets": st.dictionaries(COLUMN, st.lists(TEXT, min_size=1, max_size=3), max_size=2),
        "ranges": st.dictionaries(COLUMN, st.tuples(SHARE, SHARE).map(list), max_size=2),
        "missing": st.lists(COLUMN, max_size=2),
        "ids": st.none() | st.lists(TEXT, max_size=3),
        "label": TEXT,
    }
)
STATES = st.fixed_dictionaries(
    {
        "selected": st.none() | TEXT,
        "query": TEXT,
        "regex": st.booleans(),
        "filters": st.none() | FILTERS,
        "sort": st.lists(st.tuples(COLUMN, st.sampled_from(["asc", "desc"])).map(list), max_size=3),
        "shown": st.none() | st.lists(COLUMN, min_size=1, max_size=3),
    }
)
EMPTY: dict[str, Any] = {"mode": "", "runs": [], "facets": {}, "ranges": {}, "missing": [], "ids": None, "label": ""}
WRITTEN = {
    "selected": "c 17",
    "query": "refund policy",
    "filters": {"facets": {"verdict": ["wrong", "error"]}, "ranges": {"judge": [0.2, None]}, "missing": ["rank"]},
    "sort": [["judge", "desc"], ["id", "asc"]],
    "shown": ["id", "judge"],
}


@pytest.fixture(scope="module")
def page(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with browser(playwright) as context:
        yield functions(context, tmp_path_factory.mktemp("hash"), ["encodeHash", "decodeHash"])


def round_trip(page: Any, state: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The link as the browser's address holds it, and the state that it opens. Lone surrogates travel escaped."""
    text, back = page.evaluate(
        """text => {
          history.replaceState(null, "", "#" + encodeHash(JSON.parse(text)));
          return [location.hash, JSON.stringify(decodeHash(location.hash))];
        }""",
        json.dumps(state),
    )
    return text, json.loads(back)


def expected(state: dict[str, Any]) -> dict[str, Any]:
    """What a link can say of it: a label belongs to ids, and a range without ends is none."""
    filters = state["filters"]
    if filters is None:
        return state
    ranges = {name: range_ for name, range_ in filters["ranges"].items() if range_ != [None, None]}
    facets = {name: values for name, values in filters["facets"].items() if name not in ranges}
    label = filters["label"] if filters["ids"] is not None else ""
    return {**state, "filters": {**filters, "facets": facets, "ranges": ranges, "label": label}}


@settings(max_examples=150, deadline=None, derandomize=True)
@given(state=STATES)
def test_a_link_opens_the_state_that_it_was_made_of(page: Any, state: dict[str, Any]) -> None:
    wanted = expected(state)
    _, back = round_trip(page, wanted)
    if back["filters"] is not None:
        back["filters"] = {**EMPTY, **back["filters"]}
    assert back == wanted


def test_a_link_is_readable(page: Any) -> None:
    text, _ = round_trip(page, WRITTEN)
    parts = "missing=rank", "verdict=wrong,error", "judge=0.2..", "q=refund%20policy", "sort=-judge,id"
    assert text == "#" + "&".join([*parts, "columns=id,judge", "case=c%2017"])


def test_no_choice_and_the_choice_of_every_case_differ(page: Any) -> None:
    assert round_trip(page, {"filters": None, "selected": None})[0] == ""
    text, back = round_trip(page, {"filters": {}, "selected": None})
    assert text == "#rows=all"
    assert back["filters"] is not None


@pytest.mark.parametrize(
    "text", ["#%", "#q=%E0%A4", "#=&&=", "#judge=a..b", "#sort=,,-", "#case", "#__proto__=1", "#ids="]
)
def test_nonsense_is_read_without_an_error(page: Any, text: str) -> None:
    assert set(page.evaluate("text => Object.keys(decodeHash(text))", text)) == {
        *("selected", "query", "regex", "filters", "sort", "shown"),
    }

"""The pandas query: it selects, from the explorer's frame and from `report.cases`, the rows that the browser shows."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.frame import frame, matching
from cairn_nb.records import Report
from tests.browser import browser
from tests.explorer import views
from tests.explorer.functions import functions
from tests.report_factory import abstained_row, answered_row, build_report

pytestmark = pytest.mark.browser

ASKED = """state => {
  const known = stated(state), { rows } = matchingRows(view, known, sortedOrder(view, []));
  const said = frame => pandasExpression(view, known, rows, frame);
  const line = pandasText(view, known, rows), ids = Array.from(rows, i => view.ids[i]);
  return { ids, positions: Array.from(rows), table: said(TABLE), line };
}"""
NAMES = ["matchingRows", "sortedOrder", "pandasExpression", "pandasText", "TABLE"]
LINE = re.compile(r"""report\.cases\.query\((r'[^']*'), engine="python"\)""")
ODD = 'it\'s `odd` @ "quoted" \\n #1 \x85 \xa0 \u2028 ü | (x)'


def odd_report() -> Report:
    """Rows whose texts, categories and gaps a query may trip over."""
    shared: dict[str, Any] = {"answer_type": "text", "tags": ("long", "two words")}
    rows = [
        answered_row("a'b`c", category=ODD, question=ODD, confidence=0.5, **shared),
        answered_row("x\\n", category="", question="What, then?", judge=None, confidence=0.51, exact_match=None),
        answered_row("unanswerable", category="unanswerable", answerable=False, confidence=None, tags=("it's",)),
        abstained_row("none", category=None, answerable=False, question=None, tags=()),
        abstained_row("nothing", category=None, question="UNANSWERABLE?", confidence=0.49, latency_ms=1e-7),
        answered_row("r2", category="b", correct=False, judge=0.1, trial=0, expected_answer="What? (x|y) 50%"),
        answered_row("big", category="b", cost_usd=1e-9, latency_ms=123456789.0, confidence=0.9, answer_type=""),
    ]
    return build_report(rows)


def trials_report() -> Report:
    """Cases asked twice, one of them listed twice within a trial."""
    rows = [answered_row("a"), answered_row("a", trial=1, judge=0.2), answered_row("b"), answered_row("b", trial=1)]
    return build_report(rows)


def doubled_report() -> Report:
    return build_report([answered_row("a"), answered_row("a", judge=0.2), answered_row("b")])


REPORTS = {
    "one": lambda: views.reports("one"),
    "two": lambda: views.reports("two"),
    "many": lambda: views.reports("many"),
    "odd": lambda: [odd_report()],
    "trials": lambda: [trials_report()],
    "doubled": lambda: [doubled_report()],
    "empty columns": lambda: [
        build_report([abstained_row("a", confidence=None, question=None), abstained_row("b", confidence=None)])
    ],
}


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright) as opened:
        yield opened


@pytest.fixture(scope="module", params=list(REPORTS))
def asked(
    request: Any, context: Any, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Any, dict[str, Any], list[Report]]:
    reports = REPORTS[request.param]()
    view: dict[str, Any] = views.unpacked(pack(reports).index)
    return functions(context, tmp_path_factory.mktemp("asked"), NAMES, view), view, reports


def values_of(view: dict[str, Any], column: dict[str, Any]) -> list[Any]:
    part = view["cases"] if column["run"] is None else view["rows"][column["run"]]
    found: list[Any] = part[column["key"]]
    return found


def states(view: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """States over the columns and the values of a view."""
    facets = {column["name"]: _kinds(values_of(view, column)) for column in view["columns"] if column["facet"]}
    numbers = {
        column["name"]: [value for value in values_of(view, column) if value is not None]
        for column in view["columns"]
        if column["kind"] in ("score", "int", "ms", "usd")
    }
    words = [*"ae?(.", "what", "UNANS", "blue", "it's", "`", "@", "\\", "50%", '"', "matter 1", "zzz"]
    patterns = [
        "matter [12]",
        "^what",
        "blue|green",
        "\\(x",
        "c0(0|1)",
        "m.tter",
        "\\d",
        "50%$",
        "Brake s?",
        "(",
        "x{2,}",
        "[a-c]0",
    ]
    named = st.sampled_from(sorted(facets)).flatmap(
        lambda name: st.tuples(
            st.just(name), st.lists(st.sampled_from([*facets[name], "zz"]), min_size=1, max_size=2, unique=True)
        )
    )
    ranged = st.sampled_from(sorted(numbers)).flatmap(
        lambda name: st.tuples(
            st.just(name), st.lists(st.none() | st.sampled_from([*numbers[name], 0.5]), min_size=2, max_size=2)
        )
    )
    filters = st.fixed_dictionaries({
        "facets": st.lists(named, max_size=2).map(dict),
        "ranges": st.lists(ranged, max_size=2).map(dict),
        "missing": st.lists(st.sampled_from([column["name"] for column in view["columns"]]), max_size=1),
        "ids": st.none() | st.none() | st.lists(st.sampled_from(view["cases"]["id"]), max_size=3),
        "mode": st.sampled_from(["", "", *(mode["name"] for mode in view["modes"])]),
    })  # fmt: skip
    queries = st.tuples(st.just(False), st.sampled_from(["", "", *words])) | st.tuples(
        st.just(True), st.sampled_from(patterns)
    )
    return st.tuples(filters, queries).map(
        lambda drawn: {"filters": drawn[0], "regex": drawn[1][0], "query": drawn[1][1]}
    )


def _kinds(values: list[Any]) -> list[str]:
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return sorted({item for item in flat if item is not None}) or [""]


@pytest.mark.filterwarnings("error")
def test_the_query_selects_the_rows_that_are_shown(asked: tuple[Any, dict[str, Any], list[Report]]) -> None:
    page, view, reports = asked
    table = frame(view)
    cases = reports[0].cases
    kept = set()

    @settings(max_examples=120, deadline=None, derandomize=True, database=None)
    @given(state=states(view))
    def holds(state: dict[str, Any]) -> None:
        found = page.evaluate(ASKED, state)
        kept.add(len(found["ids"]))
        assert list(matching(table, found["table"]).index) == found["ids"], found["table"]
        if view["mode"] == "one":
            assert list(run(found["line"], cases).index) == found["positions"], found["line"]

    holds()
    assert len(kept) > 1


def run(line: str, cases: pd.DataFrame) -> pd.DataFrame:
    """What the copied line gives in a notebook, where `report.cases` are these."""
    if line == "report.cases":
        return cases
    found = LINE.fullmatch(line)
    assert found is not None, line
    return cases.query(ast.literal_eval(found[1]), engine="python")


WRONG = '(status == "answered" and (answerable == False or correct == False))'
READABLE = [
    ({"facets": {"verdict": ["wrong"]}}, WRONG),
    ({"ranges": {"judge": [None, 0.5]}, "missing": ["rank"]}, "judge_score <= 0.5 and retrieved_support_rank.isna()"),
    ({"ranges": {"margin": [-0.05, 0.05]}}, "(confidence - 0.5) >= -0.05 and (confidence - 0.5) <= 0.05"),
    ({"ids": ["c001", "c002"]}, 'case_id in ["c001", "c002"]'),
    ({"facets": {"status": ["abstained"], "category": ["billing", "returns"]}},
     'status == "abstained" and (category == "billing" or category == "returns")'),
]  # fmt: skip


@pytest.fixture(scope="module")
def one(context: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return functions(context, tmp_path_factory.mktemp("one"), NAMES, views.view("one", with_evidence=False))


@pytest.mark.parametrize(("filters", "expression"), READABLE)
def test_a_query_reads_as_a_person_would_write_it(one: Any, filters: dict[str, Any], expression: str) -> None:
    assert (
        one.evaluate(ASKED, {"filters": filters})["line"] == f"report.cases.query(r'{expression}', engine=\"python\")"
    )


def test_no_filter_is_the_frame_itself(one: Any) -> None:
    assert one.evaluate(ASKED, {})["line"] == "report.cases"
    assert one.evaluate(ASKED, {})["table"] == ""


def test_texts_that_pandas_folds_otherwise_are_said_by_their_ids(context: Any, tmp_path: Path) -> None:
    report = build_report([answered_row("a", question="ΟΔΟΣ"), answered_row("b", question="no such word")])
    view = views.unpacked(pack([report]).index)
    found = functions(context, tmp_path, NAMES, view).evaluate(ASKED, {"query": "οδος"})
    assert found["ids"] == ["a"]
    assert found["table"] == 'id == "a"'
    assert list(report.cases.query('case_id == "a"', engine="python").index) == [0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert list(matching(frame(view), found["table"]).index) == ["a"]

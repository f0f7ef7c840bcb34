"""The widget without a front end: what Python may set, what it may ask, and what its output holds."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.errors import InputError
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.carried import EXPLORER_MIMETYPE, from_json
from cairn_nb.explorer.rows.checked import VERDICTS
from cairn_nb.explorer.widget import Explorer
from cairn_nb.files.labels import read_labels
from tests.explorer import views
from tests.explorer.hostile import HOSTILE, hostile_explorer
from tests.small_project import built

__all__ = ["built"]

RATED = {"verdict": "wrong", "note": "blue, not green", "rated_at": "2026-01-31T12:00:00.000Z"}


@pytest.fixture(scope="module")
def reports() -> Any:
    return {mode: views.reports(mode) for mode in ("one", "two", "many")}


def explorer(reports: Any, mode: str, **state: Any) -> Explorer:
    return Explorer(pack(reports[mode]), reports[mode], **state)


def test_it_opens_with_nothing_chosen_and_its_table_as_a_frame(reports: Any) -> None:
    one = explorer(reports, "one")
    assert (one.selected, one.query, one.filters, one.sort, one.shown, one.ratings) == (None, "", None, [], None, {})
    assert list(one.cases.index) == [row.case_id for row in reports["one"][0].per_case]
    assert list(one.cases["judge"].dropna()) == [
        row.judge_score for row in reports["one"][0].per_case if row.judge_score is not None
    ]
    assert one.selected_case is None
    assert one.filtered.equals(one.cases)


def test_of_several_runs_a_column_is_named_with_its_run(reports: Any) -> None:
    two = explorer(reports, "two", selected="c003")
    assert {"judge@0", "judge@1", "question", "change"} <= set(two.cases.columns)
    assert two.selected_case is not None
    assert two.selected_case["question"] == "What does the manual say about matter 3?"


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("selected", "c001", "c001"),
        ("selected", None, None),
        ("filters", None, None),
        ("filters", {"facets": {"verdict": ["wrong"]}}, {"facets": {"verdict": ["wrong"]}}),
        ("filters", {"ranges": {"judge": [None, 0.5]}, "missing": ["rank"]}, {"ranges": {"judge": [None, 0.5]}}),
        ("filters", {"ids": ("c001", "c002"), "label": "mine"}, {"ids": ["c001", "c002"], "label": "mine"}),
        ("sort", [("judge", "desc"), ["category", "asc"]], [["judge", "desc"], ["category", "asc"]]),
        ("shown", ("question", "judge"), ["question", "judge"]),
        ("ratings", {"default": {"c001": RATED}}, {"default": {"c001": RATED}}),
    ],
)
def test_what_exists_may_be_set(reports: Any, name: str, value: Any, kept: Any) -> None:
    one = explorer(reports, "one")
    setattr(one, name, value)
    found = getattr(one, name)
    assert {key: found[key] for key in kept} == kept if name == "filters" and kept else found == kept


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("selected", "c999", "selected: there is no row 'c999'; one is called c000, c001"),
        ("filters", {"facets": {"verdct": ["wrong"]}}, "filters: there is no column 'verdct'"),
        ("filters", {"ranges": {"jugde": [0, 1]}}, "filters: there is no column 'jugde'"),
        ("filters", {"ranges": {"judge": ["a", 1]}}, "filters.ranges.judge.0: "),
        ("filters", {"facet": {}}, "filters.facet: "),
        ("filters", {"mode": "different"}, "filters.mode: there is no mode 'different'"),
        ("filters", {"runs": ["other"]}, "filters.runs: there is no run 'other'"),
        ("sort", [["judge", "down"]], "sort: ['judge', 'down'] is no pair"),
        ("sort", ["judge"], "sort: 'judge' is no pair"),
        ("sort", [["jugde", "asc"]], "sort: there is no column 'jugde'"),
        ("filters", "wrong", "filters: 'wrong' is no filter"),
        ("shown", "answer", "shown: 'answer' is no list of columns"),
        ("shown", ["answr"], "shown: there is no column 'answr'"),
        ("ratings", {"other": {}}, "ratings: there is no run 'other' (known are default)"),
        ("ratings", {"default": {"c999": RATED}}, "ratings.default.c999: there is no row"),
        ("ratings", {"default": {"c001": {"verdict": "good"}}}, "right, wrong or unsure"),
    ],
)
def test_what_does_not_exist_is_refused_and_changes_nothing(reports: Any, name: str, value: Any, sentence: str) -> None:
    one = explorer(reports, "one")
    before = getattr(one, name)
    with pytest.raises(InputError, match=re.escape(sentence)):
        setattr(one, name, value)
    assert getattr(one, name) == before


def test_a_mode_and_runs_may_be_set_where_there_are_many(reports: Any) -> None:
    many = explorer(reports, "many", filters={"mode": "different", "runs": ["bm25", "default"]})
    assert (many.filters["mode"], many.filters["runs"]) == ("different", ["bm25", "default"])


def test_rows_narrowed_before_anybody_sees_them_cannot_be_asked_for(reports: Any) -> None:
    one = explorer(reports, "one", query="battery")
    with pytest.raises(InputError, match="has not been on a screen yet"):
        _ = one.filtered
    one.expression, one.matching = 'category == "billing" and judge < 0.5', 7
    assert set(one.filtered["category"]) == {"billing"}
    assert (one.filtered["judge"] < 0.5).all() and len(one.filtered)


@pytest.mark.parametrize("expression", ["@__builtins__", "__import__('os').getcwd()", "nothing == 1", "judge <"])
def test_an_expression_sees_the_columns_alone(reports: Any, expression: str) -> None:
    one = explorer(reports, "one", expression=expression, matching=1)
    with pytest.raises(InputError, match="expression: is no query of these columns"):
        _ = one.filtered


def test_ratings_become_labels_and_a_file(reports: Any, tmp_path: Path) -> None:
    ratings = {"hybrid": {"c001": RATED}, "default": {"c002": {"verdict": "right"}}}
    two = explorer(reports, "two", ratings=ratings)
    assert [(label.config_name, label.case_id, label.verdict) for label in two.labels] == [
        ("default", "c002", "right"),
        ("hybrid", "c001", "wrong"),
    ]
    assert two.save_labels(tmp_path / "labels.jsonl") == 2
    saved = read_labels(tmp_path / "labels.jsonl")
    assert [label.note for label in saved] == ["", "blue, not green"]
    assert {label.verdict for label in saved} <= set(VERDICTS)


def test_its_output_carries_the_data_and_a_summary_without_scripts(reports: Any) -> None:
    one = explorer(reports, "one")
    found = one._repr_mimebundle_()
    assert found is not None
    data = found[0]
    assert from_json(json.loads(json.dumps(data[EXPLORER_MIMETYPE]))) == pack(reports["one"])
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/html"].index("<code>jupyter trust FILE.ipynb</code>") < data["text/html"].index("judge score")
    assert "judge score" in data["text/plain"] and "<" not in data["text/plain"].replace("<=", "")


def test_hostile_texts_are_escaped_in_the_summary_and_no_message_holds_half_a_pair() -> None:
    hostile = hostile_explorer()
    found = hostile._repr_mimebundle_()
    assert found is not None
    json.dumps(found[0], ensure_ascii=False).encode("utf-8")
    markup = found[0]["text/html"]
    assert not re.search(r"<(script|img|meta|svg|base|link|style)", markup)
    assert "&lt;script&gt;" in markup
    hostile.selected = "case-010"
    assert hostile.selected_case is not None and hostile.selected_case["question"] == HOSTILE[10]


@pytest.mark.parametrize(
    "change", [{"index": "*"}, {"details": None}, {"block": "x"}, {"fallback": [{"rows": 1}]}, {"chunks": [1]}]
)
def test_a_damaged_output_is_an_error_that_says_so(reports: Any, change: dict[str, Any]) -> None:
    found = explorer(reports, "one")._repr_mimebundle_()
    assert found is not None
    with pytest.raises(InputError, match="the notebook's explorer: is damaged"):
        from_json({**found[0][EXPLORER_MIMETYPE], **change})


def test_explore_takes_reports_files_a_verdict_a_board_and_names(built: Path, tmp_path: Path) -> None:
    good = built / "reports/good.json"
    assert len(cairn.explore(good).cases) == len(cairn.read_report(good).per_case)
    two = cairn.explore(good, cairn.read_report(good), names=("before", "after"))
    view = json.loads(gzip.decompress(two.index))
    assert view["decision"]["promote"] is True and [run["name"] for run in view["runs"]] == ["before", "after"]
    with pytest.raises(InputError, match="no report to explore"):
        cairn.explore()
    with pytest.raises(InputError, match="max_embedded_mb: is no size"):
        cairn.explore(good, max_embedded_mb=0)
    with pytest.raises(InputError, match="decision: is about two reports, and 1 were given"):
        cairn.explore(good, decision=cairn.gate(good, good))
    with pytest.raises(cairn.CairnError, match="missing"):
        cairn.explore(tmp_path / "missing.json")

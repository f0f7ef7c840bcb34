"""Copies of the shown rows: CSV that any reader of CSV gives back, safe in a spreadsheet; a Markdown table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from tests.browser import browser
from tests.explorer import views
from tests.explorer.functions import functions
from tests.explorer.hostile import HOSTILE
from tests.report_factory import answered_row, build_report

pytestmark = pytest.mark.browser

FORMULAS = ("=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "  =1", "\r=1", "-")
TEXTS = (*FORMULAS, *HOSTILE, 'a "quoted" word', "comma, and\nnew line", "pipe | and \\ back", "", "'quoted", " edge ")
CALL = (
    "([what, names]) => what(view, Int32Array.from(view.ids, (_, i) => i), names.map(name => view.columns.get(name)))"
)
COLUMNS = ("id", "question", "judge", "rank", "tags")


@pytest.fixture(scope="module")
def page(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    rows = [
        answered_row(f"c{i}", question=text, judge=None if i == 3 else -0.0 + i / 100, tags=("x", "=y"))
        for i, text in enumerate(TEXTS)
    ]
    view = views.unpacked(pack([build_report(rows)]).index)
    with browser(playwright) as context:
        yield functions(context, tmp_path_factory.mktemp("copy"), ["csvText", "markdownText"], view)


def copied(page: Any, what: str) -> str:
    columns = ", ".join(f'view.columns.get("{name}")' for name in COLUMNS)
    return str(page.evaluate(f"{what}(view, Int32Array.from(view.ids, (_, i) => i), [{columns}])"))


def test_csv_gives_back_every_text_and_number(page: Any) -> None:
    head, *rows = list(csv.reader(io.StringIO(copied(page, "csvText"), newline=""), strict=True))
    assert head == ["Case", "Question", "Judge", "Rank", "Tags"]
    assert len(rows) == len(TEXTS)
    for i, (row, text) in enumerate(zip(rows, TEXTS, strict=True)):
        said = text.replace("\ud800", "\ufffd")
        assert row[0] == f"c{i}"
        assert row[1].removeprefix("'" if text in FORMULAS else "").replace("\ud800", "\ufffd") == said
        assert row[2] == ("" if i == 3 else str(i / 100).removesuffix(".0"))
        assert row[4] == "x; =y"


def test_no_text_of_a_csv_starts_a_formula(page: Any) -> None:
    _, *rows = list(csv.reader(io.StringIO(copied(page, "csvText"), newline="")))
    assert [row[1] for row in rows if row[1].lstrip(" ")[:1] in ("=", "+", "-", "@", "\t", "\r")] == []
    assert copied(page, "csvText").endswith("\r\n")


def test_a_markdown_table_has_a_line_a_row_and_its_columns(page: Any) -> None:
    lines = copied(page, "markdownText").splitlines()
    assert lines[:2] == ["| Case | Question | Judge | Rank | Tags |", "| --- | --- | ---: | ---: | --- |"]
    assert len(lines) == 2 + len(TEXTS)
    for line in lines:
        assert len(_cells(line)) == 5
        assert "<" not in line.replace("\\<", "")
    assert "pipe \\| and \\\\ back" in "\n".join(lines)


def _cells(line: str) -> list[str]:
    unescaped = line.replace("\\\\", "").replace("\\|", "")
    return unescaped.strip("| ").split(" | ") if unescaped.count(" | ") == 4 else unescaped.split("|")[1:-1]

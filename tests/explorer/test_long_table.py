"""A table of many rows: its first rows are drawn before its texts are read, and what asks for those waits for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.page import explorer_page
from tests.browser import Watched
from tests.explorer.shown import cases_shown, ready
from tests.report_factory import answered_row, build_report

pytestmark = pytest.mark.browser
N = 4500  # three blocks of texts
WORDS = ("zebra", "Apple", "épée", "mango")
# The rest of the page arrives when a test lets it.
HELD = """(() => {
  Object.defineProperty(document, "readyState", { get: () => "loading" });
  const add = document.addEventListener.bind(document);
  document.addEventListener = (name, act, ...rest) => {
    if (name === "DOMContentLoaded") window.arrive = act;
    else add(name, act, ...rest);
  };
})()"""


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [
        answered_row(f"case-{i}", judge=i % 7 / 7, question=f"Which {WORDS[i % 4]}?", answer_text=f"{i} {WORDS[i % 3]}")
        for i in range(N)
    ]
    path = tmp_path_factory.mktemp("long") / "long.html"
    path.write_text(explorer_page("Long", pack([build_report(rows)])), encoding="utf-8")
    return path


def opened_held(context: Any, path: Path, fragment: str = "") -> Watched:
    """The page before its texts came."""
    page = context.new_page()
    page.add_init_script(HELD)
    page.goto(path.as_uri() + fragment)
    page.wait_for_selector(".cx[data-ready]")
    return Watched(page)


def first_rows(watched: Watched, column: int) -> list[str]:
    cells = watched.page.locator(f".cx-pad .cx-row:visible > :nth-child({column})")
    found: list[str] = cells.all_inner_texts()[:4]
    return found


def column_of(watched: Watched, name: str) -> int:
    heads = watched.page.locator(".cx-grid [role=columnheader] .cx-head-text").all_inner_texts()
    return int(heads.index(name)) + 1


def test_the_first_rows_and_every_number_stand_before_the_texts_came(context: Any, long: Path) -> None:
    watched = opened_held(context, long)
    assert cases_shown(watched) == N
    assert first_rows(watched, column_of(watched, "Question")) == [f"Which {word}?" for word in WORDS]
    watched.page.locator(".cx-grid").evaluate("grid => { grid.scrollTop = grid.scrollHeight; }")
    watched.page.locator(".cx-cell", has_text=f"case-{N - 1}").wait_for()
    assert set(first_rows(watched, column_of(watched, "Question"))) == {"…"}
    watched.page.evaluate("arrive()")
    watched.page.locator(".cx-cell", has_text=f"{N - 1} {WORDS[(N - 1) % 3]}").wait_for()
    assert "…" not in first_rows(watched, column_of(watched, "Question"))


@pytest.mark.parametrize(
    ("fragment", "found", "first"),
    [
        ("#q=MANGO", N // 4, "Which mango?"),
        ("#sort=question", N, "Which Apple?"),
        ("#sort=-question", N, "Which zebra?"),
    ],
)
def test_what_asks_for_texts_waits_for_them(context: Any, long: Path, fragment: str, found: int, first: str) -> None:
    watched = opened_held(context, long, fragment)
    assert watched.page.inner_text(".cx-count") == "reading the texts …"
    watched.page.evaluate("arrive()")
    expect(watched.page.locator(".cx-count")).to_contain_text("case")
    assert cases_shown(watched) == found
    question = column_of(watched, "Question")
    assert first in first_rows(watched, question)


def test_a_case_opens_once_its_texts_came_and_columns_are_filtered_before(context: Any, long: Path) -> None:
    watched = opened_held(context, long, "#verdict=wrong&case=case-4499")
    assert 0 < cases_shown(watched) < N, "a verdict is no text"
    watched.page.evaluate("arrive()")
    watched.page.wait_for_selector(".cx-dbody:not([aria-busy])")
    assert f"4499 {WORDS[4499 % 3]}" in watched.page.inner_text(".cx-detail")


def test_the_search_finds_what_each_row_says(context: Any, long: Path) -> None:
    watched = ready(context, long)
    for query, found in (("case-44", 111), ("4498 a", 1), ("épée", N // 4 + N // 3 - N // 12), ("apple?case", 0)):
        watched.page.fill(".cx-search", query)
        expect(watched.page.locator(".cx-grid")).to_have_attribute("aria-rowcount", str(found + 1))
    watched.assert_quiet()

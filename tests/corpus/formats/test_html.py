from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.corpus.formats.html import read_html

TAGS = [
    "<p>",
    "</p>",
    "<td>",
    "<tr>",
    "<table>",
    "</table>",
    "<h2>",
    "</h2>",
    "<nav>",
    "<script>",
    "</script>",
    "<pre>",
    "<br/>",
    "<!--",
]


def lines(page: str) -> list[str]:
    return read_html(page.encode()).text.split("\n")


def test_blocks_are_lines_and_inline_marks_are_not() -> None:
    page = "<body><h1>The <b>rules</b></h1><p>One<br>two &amp; t<i>hr</i>ee</p><ul><li>a<li>b</ul><div>c<p>d</p>e</div>"
    parsed = read_html(page.encode())
    assert parsed.text.split("\n") == ["The rules", "One", "two & three", "a", "b", "c", "d", "e"]
    assert [(heading.level, heading.text, heading.start) for heading in parsed.headings] == [(1, "The rules", 0)]


def test_what_no_reader_sees_is_dropped() -> None:
    page = """<html><head><title> A  page </title><style>p {}</style></head><body><nav><ul><li>Menu</li></ul></nav>
    <!-- secret --><script>if (a < b) {}</script><svg><text>drawn</text></svg><noscript>no</noscript>
    <template>t</template><iframe>f</iframe><p>Kept</p></body></html>"""
    parsed = read_html(page.encode())
    assert (parsed.text, parsed.title) == ("Kept", "A page")


def test_tables_are_rows_with_bars() -> None:
    page = """<table><caption>Prices</caption><thead><tr><th>Item</th><th>Price
    in $</th></tr></thead><tr><td>Tea</td><td></td><td>2<br>3</td></tr><tr><td> </td></tr></table>after"""
    parsed = read_html(page.encode())
    assert parsed.text.split("\n") == ["Prices", "Item | Price in $", "Tea |  | 2 3", "after"]
    assert [parsed.text[span.start : span.end] for span in parsed.tables] == ["Item | Price in $\nTea |  | 2 3"]


def test_a_table_in_a_cell_is_the_cells_text() -> None:
    assert lines("<table><tr><td>a<table><tr><td>b</td><td>c</td></tr></table></td><td>d</td></tr></table>") == [
        "a b c | d"
    ]


def test_a_table_that_only_lays_out_the_page_is_no_table() -> None:
    parsed = read_html(b"<table><tr><td>Left</td><td><h2>Main</h2><p>Text.</p></td></tr></table><p>End</p>")
    assert parsed.text.split("\n") == ["Left", "Main", "Text.", "End"]
    assert parsed.tables == ()
    assert [heading.text for heading in parsed.headings] == ["Main"]


def test_lines_of_preformatted_text_stay() -> None:
    assert lines("<p>a</p><pre>x  =  1\n  y = 2</pre><p>b</p>") == ["a", "x  =  1", "  y = 2", "b"]


def test_a_head_that_is_never_closed_ends_at_the_first_text() -> None:
    assert lines("<head><title>t</title><meta charset=utf-8><p>Text") == ["Text"]


def test_an_unclosed_navigation_does_not_swallow_the_page() -> None:
    parsed = read_html(b"<nav><a>Home</a><p>Everything else</p>")
    assert "Everything else" in parsed.text
    assert parsed.warnings == ("<nav> is never closed, so its text was kept",)


@pytest.mark.parametrize("tail", ["<!-- never closed", "<p class='", "</p", "<?php x", "<!DOCTYPE"])
def test_a_page_that_ends_inside_a_tag_or_comment_says_what_it_lost(tail: str) -> None:
    parsed = read_html(f"<p>Kept</p>{tail}".encode())
    assert parsed.text == "Kept"
    assert parsed.warnings == (f"it ends inside a tag or comment: its last {len(tail)} characters were left out",)


@pytest.mark.parametrize("tail", ["a < b", "1 <", "AT&T", "AT&amp", "<3 all"])
def test_signs_that_are_no_tags_are_text(tail: str) -> None:
    assert lines(f"<p>{tail}") == [tail.replace("&amp", "&")]


@pytest.mark.parametrize(
    "piece", ["<!--", "<a ", "</", "<?", "<!", "<![CDATA[", "<div><td>x", "&#", "<script>", "<p title='"]
)
def test_hostile_pages_take_no_longer_than_others(piece: str) -> None:
    started = time.process_time()
    read_html((piece * 20_000).encode())
    assert time.process_time() - started < 3


@given(st.lists(st.one_of(st.sampled_from(TAGS), st.text(max_size=5))))
def test_any_soup_is_read_and_positions_are_right(parts: list[str]) -> None:
    parsed = read_html("".join(parts).encode("utf-8", "ignore").replace(b"\0", b""))
    for heading in parsed.headings:
        assert parsed.text[heading.start :].startswith(heading.text)
    for span in parsed.tables:
        assert parsed.text[span.start : span.end].strip()
    assert not any(not line.strip() for line in parsed.text.split("\n")) or not parsed.text


@pytest.mark.parametrize("depth", [3000])
def test_deep_nesting_is_no_problem(depth: int) -> None:
    assert lines("<div>" * depth + "deep" + "</div>" * depth) == ["deep"]

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.corpus.formats.markdown import read_markdown

PARTS = [
    "# ",
    "| a | b |\n|---|---|\n",
    "```\n",
    "- ",
    "> ",
    "<td>",
    "<table>\n",
    "---\n",
    "[x]: y\n",
    "[^1]: z\n",
    "**",
    "`",
    "\n\n",
    "    ",
    "é ",
]


def lines(text: str) -> list[str]:
    return read_markdown(text.encode()).text.split("\n")


def test_markup_goes_and_text_stays() -> None:
    text = """# The *rules*

First line of a paragraph
goes on here.\\
A hard break, `code`, [a link](http://x), ![alt text](i.png) &amp; <b>tags</b>.

- one
- two

  more of two
1. three

> quoted

```python
x = 1

y = 2
```

Setext
------
"""
    parsed = read_markdown(text.encode())
    assert parsed.text.split("\n") == [
        "The rules",
        "First line of a paragraph goes on here.",
        "A hard break, code, a link, alt text & tags.",
        *("one", "two", "more of two", "three", "quoted", "x = 1", "y = 2", "Setext"),
    ]
    assert [(heading.level, heading.text) for heading in parsed.headings] == [(1, "The rules"), (2, "Setext")]


def test_tables_are_rows_with_bars() -> None:
    parsed = read_markdown(b"Before\n\n| Item | Price |\n|---|--:|\n| **Tea** | 2 |\n| | |\n\nAfter")
    assert parsed.text.split("\n") == ["Before", "Item | Price", "Tea | 2", "After"]
    assert [parsed.text[span.start : span.end] for span in parsed.tables] == ["Item | Price\nTea | 2"]


def test_raw_html_tables_are_kept_and_comments_and_scripts_are_not() -> None:
    text = """<table>
<tr><th>Item</th><th>Price</th></tr>
<tr><td>Tea</td><td>2</td></tr>
</table>

<!-- secret -->

<script>
x
</script>

Text<br>more"""
    assert lines(text) == ["Item | Price", "Tea | 2", "Text", "more"]


def test_front_matter_is_text_and_no_heading() -> None:
    parsed = read_markdown(b"---\ntitle: Leave\nowner: HR\n---\n# Leave\n\nText")
    assert parsed.text.split("\n") == ["title: Leave", "owner: HR", "Leave", "Text"]
    assert [heading.text for heading in parsed.headings] == ["Leave"]


def test_a_rule_at_the_start_is_no_front_matter() -> None:
    assert lines("---\n\nText") == ["Text"]


def test_footnotes_are_kept_also_those_that_look_like_a_links_definition() -> None:
    assert lines(
        "Text[^1] and[^2].\n\n[^1]: A note of words.\n\n[^2]: https://example.org\n\n[link]: https://example.com"
    ) == [
        "Text[^1] and^2.",
        "[^1]: A note of words.",
        "https://example.org",
    ]


@given(st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=5))))
def test_any_text_is_read_and_positions_are_right(parts: list[str]) -> None:
    parsed = read_markdown("".join(parts).encode("utf-8", "ignore").replace(b"\0", b""))
    for heading in parsed.headings:
        assert parsed.text[heading.start :].startswith(heading.text)
    for span in parsed.tables:
        assert "\n\n" not in parsed.text[span.start : span.end]

"""What a document or a question says is shown, never rendered."""

from __future__ import annotations

import html
import re
import unicodedata
from html.parser import HTMLParser
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from cairn_nb.decisions.wording.escape import markdown, plain, printable

RENDERER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
ATTACKS = [
    "<script>alert(1)</script>",
    "![x](https://tracker.example/pixel.png)",
    "[click](javascript:alert(1))",
    "a | b | c",
    "`code` and ``more``",
    "**bold** __bold__ _it_ *it* ~~gone~~",
    "</details><h1>promoted</h1>",
    "&lt;b&gt; &#64;",
    "# heading",
    "- item",
    "1. item",
    "--- ",
    "===",
    "> quote",
    "\\| escaped",
    "$x^2$",
    "line\nbreak\r\n| next | row |",
    "<https://example.com>",
    "a\u202ereversed\u202c",
    "\x00\x1b[31mred\x07",
]


class Text(HTMLParser):
    """The text of a page and its tags."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.tags = "", []  # type: ignore[var-annotated]

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def rendered(source: str) -> Text:
    page = Text()
    page.feed(RENDERER.render(source))
    page.close()
    return page


def shown(text: str) -> str:
    return " ".join(text.replace("\u200b", "").split())


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_shown_as_text_in_a_table_and_in_a_list(attack: str) -> None:
    table = rendered(f"| a | b |\n|---|---|\n| {markdown(attack)} | end |")
    assert table.tags == ["table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td"]
    item = rendered(f"- {markdown(attack)}")
    assert item.tags == ["ul", "li"]
    assert shown(item.text) == shown(plain(attack))


@given(st.text(max_size=60))
@example("_a_ a_b")
@example("0. x")
@example("&amp;")
def test_any_text_survives_and_renders_nothing(text: str) -> None:
    page = rendered(f"- x {markdown(text)}")
    assert page.tags == ["ul", "li"]
    assert shown(page.text) == shown(f"x {plain(text)}")


@pytest.mark.parametrize(
    "text",
    [
        "judge_score dropped by 0.329 (baseline 0.902, candidate 0.573); the allowed drop is 0.000.",
        "recall@5, 25% or 50 ms: 3-4",
        "at 2026-01-01T00:00:00Z: sha256:5e5e",
        "Grüße aus Köln, 日本語, العربية",
    ],
)
def test_plain_sentences_stay_readable_in_the_source(text: str) -> None:
    assert markdown(text) == text


@pytest.mark.parametrize(
    "text", ["@someone", "see #12", "team/repo#12", "GH-12", "www.example.com", "https://x.example"]
)
def test_nobody_is_called_and_nothing_is_linked(text: str) -> None:
    source = html.unescape(markdown(text))
    raw = markdown(text)
    assert not re.search(r"(?<!\w)@\w|#\d|\bGH-\d", source)
    assert "://" not in raw and "www." not in raw and ":tada:" not in raw


def test_long_text_is_cut_with_an_ellipsis() -> None:
    assert plain("a" * 10, 5) == "aaaa…"
    assert plain("a" * 5, 5) == "aaaaa"
    assert markdown("||||||", 3) == "&#124;&#124;…"


@given(st.text(st.characters(codec=None), max_size=40))
def test_what_is_printable_is_xml(text: str) -> None:
    node = Xml.Element("x")
    node.text = printable(text)
    parsed = Xml.fromstring(Xml.tostring(node, encoding="utf-8")).text or ""
    assert parsed.replace("\r", "\n") == (node.text or "").replace("\r\n", "\n").replace("\r", "\n")
    assert not any(unicodedata.category(mark) == "Cc" and mark not in "\t\n\r" for mark in parsed)

"""Markdown (CommonMark with tables): one line a heading, paragraph, list item and table row ``a | b``.

Raw HTML is kept as its readable text, since a table is often written that way. Front matter is kept line by line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from cairn_nb.corpus.decode import decode_text
from cairn_nb.corpus.formats.html import HtmlText
from cairn_nb.corpus.parsed import Lines, Parsed

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_LINE_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read_markdown(data: bytes) -> Parsed:
    """The text of a Markdown file without its markup.

    Raises
    ------
    UnreadableError
        If the bytes are no UTF-8 text.
    """
    text, lines = decode_text(data), Lines()
    front = _FRONT_MATTER.match(text)
    if front is not None:
        _add_all(lines, front[1])
        text = text[front.end() :]
    environment: dict[str, dict[str, dict[str, str]]] = {}
    _write(_reader().parse(text, environment), lines)
    for label, definition in environment.get("references", {}).items():
        if label.startswith("^"):  # a footnote of one word reads like a link's definition
            lines.add(definition["href"])
    return lines.parsed()


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def _write(tokens: Sequence[Token], lines: Lines) -> None:
    position = 0
    while position < len(tokens):
        token = tokens[position]
        if token.type == "heading_open":
            position += 1
            lines.heading(int(token.tag[1]), _inline(tokens[position]).replace("\n", " "))
        elif token.type == "table_open":
            end = next(i for i in range(position, len(tokens)) if tokens[i].type == "table_close")
            lines.table(list(_rows(tokens[position:end])))
            position = end
        elif token.type == "html_block":
            _write_html(token.content, lines)
        else:
            _add_all(lines, _content(token))
        position += 1


def _content(token: Token) -> str:
    if token.type == "inline":
        return _inline(token)
    return token.content if token.type in {"fence", "code_block"} else ""


def _add_all(lines: Lines, text: str) -> None:
    for line in text.split("\n"):
        lines.add(line.rstrip())


def _write_html(content: str, lines: Lines) -> None:
    page = HtmlText(lines)
    page.feed(content)
    page.close()


def _rows(tokens: Sequence[Token]) -> Iterator[list[str]]:
    row: list[str] = []
    for token in tokens:
        if token.type == "tr_open":
            row = []
        elif token.type == "inline":
            row.append(_inline(token))
        elif token.type == "tr_close":
            yield row


def _inline(token: Token) -> str:
    return "".join(_inline_text(child) for child in token.children or ())


def _inline_text(token: Token) -> str:
    if token.type == "softbreak":
        return " "
    if token.type == "hardbreak":
        return "\n"
    if token.type == "html_inline":
        return "\n" if _LINE_BREAK_TAG.fullmatch(token.content) else ""
    if token.type == "image":
        return _inline(token)
    return token.content if token.type in {"text", "code_inline", "text_special"} else ""

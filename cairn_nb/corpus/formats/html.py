"""HTML: the text a reader of the page is meant to see, blocks as lines, table rows as ``a | b``."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from cairn_nb.corpus.decode import decode_html
from cairn_nb.corpus.parsed import Lines, Parsed

_DROPPED_NAMES = "script style nav noscript template head iframe svg canvas object"
_DROPPED = frozenset(_DROPPED_NAMES.split())
_HEAD_TAGS = frozenset({"title", "meta", "link", "base", "script", "style", "noscript", "template"})
_BLOCK_NAMES = """
    address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form header hr html legend li main menu ol optgroup option p pre section summary ul
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_TABLE_PARTS = frozenset({"table", "tr", "td", "th", "thead", "tbody", "tfoot"})
_UNFINISHED = re.compile("<[a-zA-Z/!?]")
# Their content is code: text inside is never for a reader, closed or not.
_CODE = frozenset({"script", "style"})


def read_html(data: bytes) -> Parsed:
    """The text of a page, without scripts, styles, navigation and comments.

    Raises
    ------
    UnreadableError
        If the encoding cannot be told.
    """
    text, dropped = decode_html(data), _DROPPED
    warnings: list[str] = []
    while True:
        page = HtmlText(Lines(), dropped)
        page.feed(text)
        page.close()
        unclosed = dropped.intersection(page.open_dropped) - _CODE
        if not unclosed:
            if page.unfinished:
                warnings.append(f"it ends inside a tag or comment: its last {page.unfinished} characters were left out")
            return page.lines.parsed(title=page.title, warnings=tuple(warnings))
        dropped -= unclosed
        warnings.append(f"<{'>, <'.join(sorted(unclosed))}> is never closed, so its text was kept")


class HtmlText(HTMLParser):
    """Writes the readable text of HTML into `lines`; `close` ends what was left open."""

    def __init__(self, lines: Lines, dropped: frozenset[str] = _DROPPED) -> None:
        super().__init__(convert_charrefs=True)
        self.lines, self.dropped = lines, dropped
        self.title: str | None = None
        self.unfinished = 0
        self.open_dropped: list[str] = []
        self._line: list[str] = []
        self._heading: int | None = None
        self._preformatted = 0
        self._title_parts: list[str] | None = None
        self._table = _Table()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 (the base's)
        self._leave_head(tag)
        if tag == "title" and self.title is None:
            self._title_parts = []
        if tag in self.dropped:
            self.open_dropped.append(tag)
        elif not self.open_dropped:
            self._open(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.dropped:
            super().handle_startendtag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "title" and self._title_parts is not None:
            self.title = " ".join("".join(self._title_parts).split()) or None
            self._title_parts = None
        if tag in self.open_dropped:
            del self.open_dropped[len(self.open_dropped) - 1 - self.open_dropped[::-1].index(tag) :]
        elif not self.open_dropped:
            self._close(tag)

    def handle_data(self, data: str) -> None:
        if self._title_parts is not None:
            self._title_parts.append(data)
        elif not self.open_dropped:
            (self._table.cell if self._table.cell is not None else self._line).append(data)

    def close(self) -> None:
        """End the page. A tag or comment that never ends swallows the rest, as in a browser."""
        if not _UNFINISHED.match(self.rawdata):
            super().close()
        self.unfinished = len(self.rawdata)
        if self._table.depth:
            self._end_table()
        self._flush()

    def _leave_head(self, tag: str) -> None:
        if self.open_dropped == ["head"] and tag not in _HEAD_TAGS:
            self.open_dropped.clear()

    def _open(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._dissolve_table()
            self._flush()
            self._heading = _HEADINGS[tag]
        elif tag in _TABLE_PARTS:
            self._open_table_part(tag)
        elif tag in _BLOCKS:
            self._break()
            self._preformatted += tag == "pre"

    def _close(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._flush()
        elif tag == "table":
            self._end_table()
        elif tag in {"td", "th", "tr"} and self._table.depth == 1:
            self._table.end_cell()
        elif tag in _BLOCKS or tag in _TABLE_PARTS:
            self._break()
            self._preformatted = max(0, self._preformatted - (tag == "pre"))

    def _break(self) -> None:
        """A line ends here; inside a table cell it is a space."""
        if self._table.cell is not None:
            self._table.cell.append(" ")
        else:
            self._flush()

    def _flush(self) -> None:
        text, self._line = "".join(self._line), []
        if self._heading is not None:
            self.lines.heading(self._heading, " ".join(text.split()))
            self._heading = None
        elif self._preformatted:
            for line in text.split("\n"):
                self.lines.add(line.rstrip())
        else:
            self.lines.add(" ".join(text.split()))

    def _open_table_part(self, tag: str) -> None:
        if tag == "table":
            self._break()
            self._table.depth += 1
        elif self._table.depth == 1 and tag == "tr":
            self._table.end_cell()
            self._table.rows.append([])
        elif self._table.depth == 1 and tag in {"td", "th"}:
            self._table.start_cell()
        else:
            self._break()

    def _end_table(self) -> None:
        if self._table.depth > 1:
            self._table.depth -= 1
            self._break()
            return
        rows = self._table.finish()
        self._flush()
        self.lines.table(rows)

    def _dissolve_table(self) -> None:
        """A heading inside a cell: the table only lays out the page, so its cells are lines."""
        if not self._table.depth:
            return
        for row in self._table.finish():
            for cell in row:
                self.lines.add(" ".join(cell.split()))


class _Table:
    """The table being read; tables inside its cells count as the cells' text."""

    def __init__(self) -> None:
        self.depth = 0
        self.rows: list[list[str]] = []
        self.cell: list[str] | None = None

    def start_cell(self) -> None:
        self.end_cell()
        if not self.rows:
            self.rows.append([])
        self.cell = []

    def end_cell(self) -> None:
        if self.cell is not None:
            self.rows[-1].append("".join(self.cell))
            self.cell = None

    def finish(self) -> list[list[str]]:
        self.end_cell()
        rows, self.rows, self.depth = self.rows, [], 0
        return rows

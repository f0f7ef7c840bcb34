"""A table as data: recorded once, rendered twice.

JupyterLab shows its escaped HTML; the page is drawn from the same rows, never from that HTML.
"""

from __future__ import annotations

import html
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator

from cairn_nb.records import Record

TABLE_MIMETYPE = "application/vnd.cairn.table+json"
MISSING = "—"  # what was not measured; a caption or a cell beside it says why
UNBROKEN = ",\N{NO-BREAK SPACE}"  # an interval stays in one piece: a narrow column breaks before it, not within


def _sayable(text: object) -> object:
    """Half a surrogate pair, which no message or file can hold, as its escape."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8") if isinstance(text, str) else text


Text: TypeAlias = Annotated[str, BeforeValidator(_sayable)]


class Table(Record):
    """A caption, column heads, and rows of text."""

    caption: Text
    heads: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]

    def to_html(self) -> str:
        """Escaped markup without a style or a script; without a row the caption alone, which may be nothing."""
        if not self.rows:
            return f'<p class="note">{html.escape(self.caption)}</p>' if self.caption else ""
        head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in self.heads)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        caption = f"<caption>{html.escape(self.caption)}</caption>" if self.caption else ""
        return f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'

    def to_text(self) -> str:
        """A line a row, the caption first."""
        lines = ["  ".join(row) for row in (self.heads, *self.rows)]
        return "\n".join([self.caption, *lines] if self.caption else lines)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return {
            TABLE_MIMETYPE: self.model_dump(mode="json"),
            "text/html": self.to_html(),
            "text/plain": self.to_text() if self.rows else self.caption,
        }

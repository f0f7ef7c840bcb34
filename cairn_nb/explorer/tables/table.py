"""A table as data: recorded once, rendered twice.

JupyterLab shows its escaped HTML; the page is drawn from the same rows, never from that HTML.
"""

from __future__ import annotations

import html
from typing import Any

from cairn_nb.records import Record

TABLE_MIMETYPE = "application/vnd.cairn.table+json"


class Table(Record):
    """A caption, column heads, and rows of text."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def to_html(self) -> str:
        """Escaped markup without a style or a script; without a row the caption alone, which may be nothing."""
        if not self.rows:
            return f'<p class="note">{html.escape(_visible(self.caption))}</p>' if self.caption else ""
        head = "".join(f'<th scope="col">{html.escape(_visible(cell))}</th>' for cell in self.heads)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_visible(cell))}</td>" for cell in row) + "</tr>" for row in self.rows
        )
        caption = f"<caption>{html.escape(_visible(self.caption))}</caption>" if self.caption else ""
        return f'<div class="wide"><table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        text = "\n".join("  ".join(row) for row in (self.heads, *self.rows))
        return {TABLE_MIMETYPE: self.model_dump(mode="json"), "text/html": self.to_html(), "text/plain": text}


def _visible(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode("utf-8")

"""An HTML page with the navigation and footer that real pages have."""

from __future__ import annotations

from html import escape

from cairn_nb.corpus.sample.blocks import Block, Bullets, Heading, Paragraph, Raw, SampleDocument, Table

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
<style>
body {{ font-family: Georgia, serif; max-width: 44em; margin: 2em auto; }}
td, th {{ border: 1px solid #999; padding: 0.2em 0.6em; }}
</style>
</head>
<body>
<nav><a href="/">Start</a> <a href="/timetable">Timetable</a> <a href="/contact">Contact</a></nav>
<main>
{body}
</main>
</body>
</html>
"""


def render_html(document: SampleDocument) -> bytes:
    """The document as an HTML page, UTF-8, with LF line ends."""
    body = "\n".join(_block(block) for block in document.blocks)
    return PAGE.format(title=escape(document.title), body=body).encode("utf-8")


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph():
            return f"<p>{escape(block.text)}</p>"
        case Bullets(items):
            return "<ul>\n" + "\n".join(f"<li>{escape(item)}</li>" for item in items) + "\n</ul>"
        case Table():
            return _table(block)
        case Raw(text):
            return text


def _table(table: Table) -> str:
    header = _row(table.columns, "th")
    rows = "\n".join(_row(row, "td") for row in table.rows)
    return f"<table>\n<thead>\n{header}\n</thead>\n<tbody>\n{rows}\n</tbody>\n</table>"


def _row(cells: tuple[str, ...], tag: str) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

"""A notebook as one offline page: `jupyter nbconvert --to cairn`, and what every verb writes.

The page is drawn from the notebook's data, never from HTML that a cell emitted: prose by a Markdown parser
with HTML switched off, charts as images that cannot run, tables and the explorer from their ``+json``
outputs, anything else as plain text.
"""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterator
from typing import Any

from nbconvert.exporters import Exporter
from nbformat import NotebookNode

from cairn_nb.explorer.page.carried import EXPLORER_MIMETYPE, from_json
from cairn_nb.explorer.page.page import explorer_slot, page
from cairn_nb.explorer.payload import Payload
from cairn_nb.explorer.tables import TABLE_MIMETYPE, Table
from cairn_nb.notebook import mimetypes

ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
# What `static` cells show stands in the explorer too; they are for places that draw no explorer.
HIDDEN_TAGS = {"hide", "remove-cell", "static"}
# Raised after the views so that whoever runs the notebook sees a failure; the page says the verdict itself.
ENDINGS = {"VerdictOfNo", "NoVerdict"}


class CairnExporter(Exporter):
    """nbconvert's entry point for the page."""

    export_from_notebook = "Cairn page"
    output_mimetype = "text/html"

    def _file_extension_default(self) -> str:
        return ".html"

    def from_notebook_node(  # type: ignore[override]  # every text exporter narrows the node to a string
        self, nb: Any, resources: Any = None, **kw: Any
    ) -> tuple[str, Any]:
        """The page of a notebook, and nbconvert's resources."""
        copy, resources = super().from_notebook_node(nb, resources, **kw)
        title = (resources or {}).get("metadata", {}).get("name", "notebook")
        return page_of(copy, title=title), resources


def page_of(notebook: Any, *, title: str) -> str:
    """The page of an executed notebook."""
    explorers: list[Payload] = []
    shown = [cell for cell in notebook.cells if not HIDDEN_TAGS & set(cell.metadata.get("tags", []))]
    parts = [_cell(cell, explorers) for cell in _with_silent_cells_joined(shown)]
    return page(title, "\n".join(part for part in parts if part), explorers)


def _with_silent_cells_joined(cells: list[Any]) -> Iterator[Any]:
    """Code that shows nothing is folded into the next code, so that the page has one fold a view."""
    silent: list[str] = []
    for cell in cells:
        if cell.cell_type == "code" and not cell.outputs:
            silent.append(cell.source)
            continue
        if cell.cell_type == "code" and silent:
            cell = {**cell, "source": "\n\n".join([*silent, cell.source])}
            silent = []
        yield NotebookNode(cell)
    if silent:
        yield NotebookNode(cell_type="code", source="\n\n".join(silent), outputs=[])


def _cell(cell: Any, explorers: list[Payload]) -> str:
    if cell.cell_type == "markdown":
        return _prose(cell.source)
    if cell.cell_type != "code":
        return f"<pre>{_text(cell.source)}</pre>"
    outputs = "\n".join(_output(output, explorers) for output in cell.outputs)
    if not cell.source.strip():
        return outputs
    return f'<details class="code"><summary>code</summary><pre>{_text(cell.source)}</pre></details>\n{outputs}'


def _prose(source: str) -> str:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    tokens = parser.parse(source)
    for token in tokens:
        token.attrs.pop("style", None)  # a column's alignment: the page's policy blocks styles and reports each one
    drawn = str(parser.renderer.render(tokens, parser.options, {}))
    return drawn.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def _output(output: Any, explorers: list[Payload]) -> str:
    if output.output_type == "stream":
        return f"<pre>{_text(output.text)}</pre>"
    if output.output_type == "error":
        if output.ename in ENDINGS:
            return ""
        return f'<pre class="bad">{_text(f"{output.ename}: {output.evalue}")}</pre>'
    return _data(output.data, explorers)


def _data(data: Any, explorers: list[Payload]) -> str:
    if EXPLORER_MIMETYPE in data:
        explorers.append(from_json(data[EXPLORER_MIMETYPE]))
        return explorer_slot(len(explorers) - 1, explorers[-1].fallback)
    if TABLE_MIMETYPE in data:
        return Table.model_validate(data[TABLE_MIMETYPE]).to_html()
    if "image/svg+xml" in data:
        return _figure(data["image/svg+xml"], "image/svg+xml", alt=data.get("text/plain", "chart"))
    if "image/png" in data:
        return _figure_base64(data["image/png"], "image/png", alt=data.get("text/plain", "image"))
    if "text/markdown" in data:
        return _prose(data["text/markdown"])
    if mimetypes.RESULT in data:
        return _ending(data[mimetypes.RESULT].get("exit_code"))
    return f"<pre>{_text(data.get('text/plain', ''))}</pre>"


def _ending(exit_code: object) -> str:
    """A notebook that ended as it should says nothing more."""
    if exit_code == 0:
        return ""
    sentence = "The verdict is no: the verb exits 1." if exit_code == 1 else "There is no verdict: the verb exits 2."
    return f'<p class="note">{sentence}</p>'


def _figure(svg: str, kind: str, *, alt: str) -> str:
    return _figure_base64(base64.b64encode(svg.encode("utf-8")).decode("ascii"), kind, alt=alt)


def _figure_base64(content: str, kind: str, *, alt: str) -> str:
    clean = re.sub(r"[^A-Za-z0-9+/=]", "", content)
    return f'<figure><img src="data:{kind};base64,{clean}" alt="{_text(alt)}"></figure>'


def _text(text: str) -> str:
    plain = ANSI.sub("", text).encode("utf-8", "backslashreplace").decode("utf-8")
    return html.escape(plain)

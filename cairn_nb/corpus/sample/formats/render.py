"""A document in its own format."""

from __future__ import annotations

from collections.abc import Callable

from cairn_nb.corpus.sample.blocks import SampleDocument
from cairn_nb.corpus.sample.formats.docx import render_docx
from cairn_nb.corpus.sample.formats.html import render_html
from cairn_nb.corpus.sample.formats.markdown import render_markdown
from cairn_nb.corpus.sample.formats.pdf import render_pdf
from cairn_nb.corpus.sample.formats.txt import render_txt

WRITERS: dict[str, Callable[[SampleDocument], bytes]] = {
    "docx": render_docx,
    "html": render_html,
    "md": render_markdown,
    "pdf": render_pdf,
    "txt": render_txt,
}


def render(document: SampleDocument) -> bytes:
    """A document's bytes in its own format."""
    return WRITERS[document.format](document)

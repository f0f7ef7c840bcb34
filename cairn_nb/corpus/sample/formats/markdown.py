"""Markdown: one line a paragraph."""

from __future__ import annotations

from cairn_nb.corpus.sample.blocks import Block, Bullets, Heading, Paragraph, Raw, SampleDocument, Table


def render_markdown(document: SampleDocument) -> bytes:
    """The document as Markdown, UTF-8, with LF line ends."""
    return ("\n\n".join(_block(block) for block in document.blocks) + "\n").encode("utf-8")


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {text}"
        case Paragraph():
            return block.text
        case Bullets(items):
            return "\n".join(f"- {item}" for item in items)
        case Table():
            return _table(block)
        case Raw(text):
            return text


def _table(table: Table) -> str:
    header, *rows = [f"| {line} |" for line in table.lines]
    rule = "|" + " --- |" * len(table.columns)
    return "\n".join([header, rule, *rows])

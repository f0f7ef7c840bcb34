"""Plain text with underlined headings."""

from __future__ import annotations

from cairn_nb.corpus.sample.blocks import Block, Bullets, Heading, Paragraph, Raw, SampleDocument, Table

UNDERLINES = {1: "=", 2: "-"}


def render_txt(document: SampleDocument) -> bytes:
    """The document as plain text, UTF-8, with LF line ends."""
    return ("\n\n".join(_block(block) for block in document.blocks) + "\n").encode("utf-8")


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{text}\n{UNDERLINES.get(level, '.') * len(text)}"
        case Paragraph():
            return block.text
        case Bullets(items):
            return "\n".join(f"* {item}" for item in items)
        case Table():
            return "\n".join(block.lines)
        case Raw(text):
            return text

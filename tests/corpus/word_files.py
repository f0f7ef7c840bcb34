"""Word packages written by hand, so that each test shows the XML it is about."""

from __future__ import annotations

import io
import zipfile

NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)


def word_file(body: str, *, styles: str = "", **parts: str) -> bytes:
    """A .docx with this body; more parts by name, ``__`` for a slash and the extension left out."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>")
        if styles:
            archive.writestr("word/styles.xml", f"<w:styles {NAMESPACES}>{styles}</w:styles>")
        for name, content in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", content)
    return stream.getvalue()


def paragraph(text: str, style: str = "") -> str:
    """A paragraph of one run, in a style if one is given."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}<w:r><w:t>{text}</w:t></w:r></w:p>"


def cell(text: str, properties: str = "") -> str:
    """A table cell with one paragraph."""
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"

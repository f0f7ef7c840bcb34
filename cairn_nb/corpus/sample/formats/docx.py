"""A Word document: the least WordprocessingML that word processors open, in a zip that is stored and dated 1980.

Compression and time stamps are what makes two zips of one content differ between machines; there are none here.
"""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

from cairn_nb.corpus.sample.blocks import Block, Bullets, Heading, Paragraph, Raw, SampleDocument, Table

FIXED_DATE = (1980, 1, 1, 0, 0, 0)
OWNER_MAY_READ_AND_WRITE = 0o600 << 16
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OFFICE = "http://schemas.openxmlformats.org"
WORD = f"{OFFICE}/wordprocessingml/2006/main"
WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"

CONTENT_TYPES = (
    f'{XML}<Types xmlns="{OFFICE}/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{WORD_TYPE}.document.main+xml"/>'
    f'<Override PartName="/word/styles.xml" ContentType="{WORD_TYPE}.styles+xml"/></Types>'
)
PACKAGE_RELS = (
    f'{XML}<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="rId1" '
    f'Type="{OFFICE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)
DOCUMENT_RELS = (
    f'{XML}<Relationships xmlns="{OFFICE}/package/2006/relationships"><Relationship Id="rId1" '
    f'Type="{OFFICE}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>'
)
TABLE_BORDERS = "".join(
    f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>'
    for side in ("top", "left", "bottom", "right", "insideH", "insideV")
)


def render_docx(document: SampleDocument) -> bytes:
    """The document as a .docx file."""
    body = "".join(_block(block) for block in document.blocks)
    main = f'{XML}<w:document xmlns:w="{WORD}"><w:body>{body}<w:sectPr/></w:body></w:document>'
    parts = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": PACKAGE_RELS,
        "word/document.xml": main,
        "word/styles.xml": _styles(),
        "word/_rels/document.xml.rels": DOCUMENT_RELS,
    }
    return stored_zip({name: text.encode("utf-8") for name, text in parts.items()})


def stored_zip(parts: dict[str, bytes]) -> bytes:
    """A zip of these parts, in this order, without compression, dates, or the writing system's marks."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, date_time=FIXED_DATE)
            entry.create_system = 0
            entry.external_attr = OWNER_MAY_READ_AND_WRITE
            archive.writestr(entry, content)
    return buffer.getvalue()


def _styles() -> str:
    named = {"Title": (44, "Title"), **{f"Heading{level}": (36 - 4 * level, f"heading {level}") for level in (1, 2, 3)}}
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="{key}"><w:name w:val="{name}"/>'
        f'<w:rPr><w:b/><w:sz w:val="{size}"/></w:rPr></w:style>'
        for key, (size, name) in named.items()
    )
    plain = '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    return f'{XML}<w:styles xmlns:w="{WORD}">{plain}{styles}</w:styles>'


def _block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return _paragraph(text, style="Title" if level == 1 else f"Heading{level - 1}")
        case Paragraph():
            return _paragraph(block.text)
        case Bullets(items):
            return "".join(_paragraph(f"\N{BULLET} {item}") for item in items)
        case Table():
            return _table(block)
        case Raw():
            raise ValueError("a .docx file has no source text to put raw text into")


def _paragraph(text: str, *, style: str | None = None) -> str:
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else '<w:pPr><w:spacing w:after="160"/></w:pPr>'
    return f'<w:p>{properties}<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def _table(table: Table) -> str:
    rows = "".join(
        "<w:tr>" + "".join(f"<w:tc><w:tcPr/>{_paragraph(cell)}</w:tc>" for cell in row) + "</w:tr>"
        for row in (table.columns, *table.rows)
    )
    grid = "<w:tblGrid>" + "<w:gridCol/>" * len(table.columns) + "</w:tblGrid>"
    return f"<w:tbl><w:tblPr><w:tblBorders>{TABLE_BORDERS}</w:tblBorders></w:tblPr>{grid}{rows}</w:tbl>"

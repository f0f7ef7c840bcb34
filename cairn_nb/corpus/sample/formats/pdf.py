"""A PDF of A5 pages, lying, in Helvetica, uncompressed: the same bytes whatever compression library a machine has.

Each sentence starts a line, as the numbered rules and log sheets of the organisation do; one that is too
long for the page is wrapped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cairn_nb.corpus.sample.blocks import Block, Bullets, Heading, Paragraph, Raw, SampleDocument, Table
from cairn_nb.corpus.sample.formats.helvetica import text_width

PAGE_WIDTH, PAGE_HEIGHT = 595, 420
MARGIN = 44
BODY_SIZE = 9
HEADING_SIZES = {1: 17, 2: 12, 3: 10}
LEADING = 1.45
FOOTER_Y = 22


@dataclass(frozen=True)
class Line:
    """One line of type: its size in points, whether it is bold, and the space above it in points."""

    text: str
    size: int = BODY_SIZE
    bold: bool = False
    above: float = 0.0

    @property
    def height(self) -> float:
        """How far the next line moves down, in points."""
        return self.above + self.size * LEADING


def render_pdf(document: SampleDocument) -> bytes:
    """The document as a PDF file. Characters outside Windows-1252 raise UnicodeEncodeError."""
    pages = _paginate([line for block in document.blocks for line in _lines(block)])
    contents = [_page_content(page, number, len(pages)) for number, page in enumerate(pages, start=1)]
    return _file(contents, title=document.title)


def _lines(block: Block) -> Iterator[Line]:
    match block:
        case Heading(level, text):
            yield Line(text, HEADING_SIZES[level], bold=True, above=10)
        case Paragraph(sentences):
            yield from _spaced(part for sentence in sentences for part in _wrapped(sentence))
        case Bullets(items):
            yield from _spaced(part for item in items for part in _wrapped(f"- {item}"))
        case Table():
            yield from _spaced(iter(block.lines))
        case Raw():
            raise ValueError("a PDF has no source text to put raw text into")


def _spaced(texts: Iterator[str]) -> Iterator[Line]:
    for index, text in enumerate(texts):
        yield Line(text, above=6 if index == 0 else 0)


def _wrapped(text: str) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, BODY_SIZE) > PAGE_WIDTH - 2 * MARGIN:
            yield line
            longer = word
        line = longer
    yield line


def _paginate(lines: list[Line]) -> list[list[Line]]:
    pages: list[list[Line]] = [[]]
    room = float(PAGE_HEIGHT - 2 * MARGIN)
    for line in lines:
        if line.height > room:
            pages.append([])
            room = float(PAGE_HEIGHT - 2 * MARGIN)
        pages[-1].append(line)
        room -= line.height
    return pages


def _page_content(lines: list[Line], number: int, total: int) -> bytes:
    operators = []
    y = float(PAGE_HEIGHT - MARGIN)
    for line in lines:
        y -= line.height
        operators.append(_show(line.text, y=y, size=line.size, font="F2" if line.bold else "F1"))
    operators.append(_show(f"Page {number} of {total}", y=FOOTER_Y, size=8, font="F1"))
    return b"\n".join(operators)


def _show(text: str, *, y: float, size: int, font: str) -> bytes:
    literal = text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    return f"BT /{font} {size} Tf {MARGIN} {y:.2f} Td (".encode("ascii") + literal + b") Tj ET"


def _file(contents: list[bytes], *, title: str) -> bytes:
    """Objects 1-5 are catalog, page tree, two fonts and information; then a page and its content in turn."""
    first_page = 6
    kids = " ".join(f"{first_page + 2 * index} 0 R" for index in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode("ascii"),
        _font("Helvetica"),
        _font("Helvetica-Bold"),
        b"<< /Title (" + title.encode("ascii") + b") /Producer (cairn sample corpus) >>",
    ]
    for index, content in enumerate(contents):
        objects.append(_page(content_object=first_page + 2 * index + 1))
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode("ascii") + content + b"\nendstream")
    return _with_cross_references(objects)


def _font(name: str) -> bytes:
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode("ascii")


def _page(*, content_object: int) -> bytes:
    box = f"[0 0 {PAGE_WIDTH} {PAGE_HEIGHT}]"
    fonts = "<< /Font << /F1 3 0 R /F2 4 0 R >> >>"
    return f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Resources {fonts} /Contents {content_object} 0 R >>".encode(
        "ascii"
    )


def _with_cross_references(objects: list[bytes]) -> bytes:
    data = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n".encode("ascii") + body + b"\nendobj\n"
    entries = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}"
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{len(data)}\n%%EOF\n"
    return data + (table + trailer).encode("ascii")

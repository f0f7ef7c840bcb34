"""Word (.docx): paragraphs and tables in order, then footnotes; deleted text and field codes are left out."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from cairn_nb.corpus.formats.package import Package
from cairn_nb.corpus.parsed import Lines, Parsed, SkipReason, UnreadableError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_MATH_TEXT = "{http://schemas.openxmlformats.org/officeDocument/2006/math}t"
_DC_TITLE = "{http://purl.org/dc/elements/1.1/}title"

_PARAGRAPH, _TABLE, _ROW, _CELL = f"{_W}p", f"{_W}tbl", f"{_W}tr", f"{_W}tc"
_TEXT, _TEXT_BOX, _STYLE, _VALUE = f"{_W}t", f"{_W}txbxContent", f"{_W}style", f"{_W}val"
_SIGNS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
# The fallback repeats what stands before it; the others are not the document's text.
_LEFT_OUT = frozenset({_FALLBACK, *(f"{_W}{name}" for name in ("del", "moveFrom", "instrText", "rPr", "pPr", "rt"))})
_NOTES = ("word/footnotes.xml", "word/endnotes.xml")
_MAX_DEPTH = 200
_MAX_COLUMNS = 63  # as in Word
_TITLE_LEVEL, _HEADING_LEVELS = 1, {f"heading {level}": level for level in range(1, 10)}


def read_docx(data: bytes) -> Parsed:
    """The text of a Word document; its Title and Heading styles, or styles based on them, make headings.

    Raises
    ------
    UnreadableError
        If it needs a password, is damaged or unreasonably large.
    """
    with Package(data) as package:
        document = package.tree("word/document.xml")
        if document is None:
            raise UnreadableError(SkipReason.CORRUPT, "the archive has no word/document.xml, so it is no Word document")
        writer = _Writer(_heading_levels(package.tree("word/styles.xml")))
        writer.write(document)
        for notes in map(package.tree, _NOTES):
            if notes is not None:
                writer.write(notes)
        properties = package.tree("docProps/core.xml")
    title = properties.findtext(_DC_TITLE) if properties is not None else None
    return writer.lines.parsed(title=(title or "").strip() or None)


class _Writer:
    def __init__(self, levels: dict[str, int]) -> None:
        self.levels, self.lines = levels, Lines()

    def write(self, parent: Element) -> None:
        """The paragraphs and tables below an element, in order, through whatever wraps them."""
        for block in _below(parent, {_PARAGRAPH, _TABLE}):
            if block.tag == _TABLE:
                self.lines.table(list(_rows(block)))
            else:
                self._paragraph(block)

    def _paragraph(self, paragraph: Element) -> None:
        text = "".join(_text(paragraph))
        level = self.levels.get(_paragraph_style(paragraph))
        if level is not None:
            self.lines.heading(level, " ".join(text.split()))
        else:
            for line in text.split("\n"):
                self.lines.add(line.strip())
        for box in _below(paragraph, {_TEXT_BOX}):
            self.write(box)


def _below(parent: Element, tags: set[str], depth: int = 0) -> Iterator[Element]:
    """The nearest descendants with one of the tags, in document order."""
    if depth > _MAX_DEPTH:
        raise UnreadableError(SkipReason.CORRUPT, f"its elements are nested more than {_MAX_DEPTH} deep")
    for child in parent:
        if child.tag in tags:
            yield child
        elif child.tag not in _LEFT_OUT:
            yield from _below(child, tags, depth + 1)


def _text(parent: Element) -> Iterator[str]:
    for part in _below(parent, {_TEXT, _MATH_TEXT, _TEXT_BOX, *_SIGNS}):
        if part.tag != _TEXT_BOX:
            yield _SIGNS.get(part.tag) or part.text or ""


def _rows(table: Element) -> Iterator[list[str]]:
    """A table's rows; a merged cell's text stands in every column and row that it covers, so each row is whole."""
    above: list[str] = []
    for row in _below(table, {_ROW}):
        missing = _number(row.find(f"{_W}trPr/{_W}gridBefore"), 0)
        cells: list[str] = []
        for cell in _below(row, {_CELL}):
            column = missing + len(cells)
            text = above[column] if _goes_on(cell) and column < len(above) else _cell_text(cell)
            cells += [text] * max(1, _number(cell.find(f"{_W}tcPr/{_W}gridSpan"), 1))
        yield cells
        above = [""] * missing + cells


def _goes_on(cell: Element) -> bool:
    """Whether the cell is a lower part of one that is merged over several rows."""
    merge = cell.find(f"{_W}tcPr/{_W}vMerge")
    return merge is not None and merge.get(_VALUE, "continue") == "continue"


def _number(element: Element | None, default: int) -> int:
    value = element.get(_VALUE, "") if element is not None else ""
    return min(int(value), _MAX_COLUMNS) if value.isdecimal() else default


def _cell_text(cell: Element) -> str:
    return " ".join("".join(_text(paragraph)) for paragraph in _below(cell, {_PARAGRAPH}))


def _paragraph_style(paragraph: Element) -> str:
    style = paragraph.find(f"{_W}pPr/{_W}pStyle")
    return style.get(_VALUE, "") if style is not None else ""


def _heading_levels(styles: Element | None) -> dict[str, int]:
    """The level of each style that is a heading, by the style's id; names are the same in every language of Word."""
    found = styles.findall(_STYLE) if styles is not None else []
    names = {style.get(f"{_W}styleId", ""): _value(style, "name").lower() for style in found}
    bases = {style.get(f"{_W}styleId", ""): _value(style, "basedOn") for style in found}
    levels = {}
    for style in names:
        level = _level(style, names, bases)
        if level is not None:
            levels[style] = level
    return levels


def _level(style: str, names: dict[str, str], bases: dict[str, str]) -> int | None:
    for _ in range(len(names)):
        name = names.get(style, "")
        if name == "title" or name in _HEADING_LEVELS:
            return _HEADING_LEVELS.get(name, _TITLE_LEVEL)
        style = bases.get(style, "")
    return None


def _value(style: Element, child: str) -> str:
    element = style.find(f"{_W}{child}")
    return element.get(_VALUE, "") if element is not None else ""

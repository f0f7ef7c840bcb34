"""How wide the letters of Helvetica are, in thousandths of the type size (the font's published metrics)."""

from __future__ import annotations

# One number for each printable ASCII character, from the space on.
ASCII_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
OTHER_WIDTH = 556


def text_width(text: str, size: float) -> float:
    """Width of a line in points; characters outside ASCII count as a digit's width."""
    return sum(_width(character) for character in text) * size / 1000


def _width(character: str) -> int:
    place = ord(character) - 32
    return ASCII_WIDTHS[place] if 0 <= place < len(ASCII_WIDTHS) else OTHER_WIDTH

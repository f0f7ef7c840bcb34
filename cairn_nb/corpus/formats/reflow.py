"""Lines as a page shows them, put back into running text.

A page breaks its lines where they are full. Left as they are, every line would be taken for a sentence,
so a sentence over two lines could be neither retrieved nor quoted whole. Lines of tables, headings and
lists stay lines: they end early, in a digit, or before a capital.
"""

from __future__ import annotations

import re
from itertools import pairwise

from cairn_nb.text.characters import SPACELESS, pattern

# A full line is nearly as long as most; before a lower-case letter a shorter one goes on, too.
_FULL, _HALF = 0.8, 0.55
_GOES_ON = ",;-–—("
_DIVIDED = re.compile(r"([^\W\d_]{2,})[-\u00ad\u2010]$")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_SPACELESS = f"[{SPACELESS}]"


def reflowed(page: str) -> str:
    """The page's text with the lines of a paragraph joined; blank lines and all other line ends stay.

    A word that a line end divides is put together; its hyphen stays where the page has the word with one
    elsewhere.

    Parameters
    ----------
    page
        The text of one page, a line a line of the page.
    """
    lines = [line.strip() for line in page.split("\n")]
    usual = _usual_length(lines)
    parts = lines[:1]
    for line, following in pairwise(lines):
        dropped, joint = _joint(line, following, usual, page)
        parts[-1] = parts[-1].removesuffix(dropped)
        parts += [joint, following]
    return "".join(parts)


def _usual_length(lines: list[str]) -> int:
    """What nine in ten lines do not exceed."""
    lengths = sorted(len(line) for line in lines if line)
    return lengths[(9 * len(lengths) + 9) // 10 - 1] if lengths else 0


def _joint(line: str, following: str, usual: int, page: str) -> tuple[str, str]:
    """What goes from a line's end, and what stands between it and the next line."""
    if not line or not following or not _goes_on(line, following, usual):
        return "", "\n"
    divided, rest = _DIVIDED.search(line), _FIRST_WORD.match(following)
    if divided is not None and rest is not None and rest[0].islower():
        return "" if f"{divided[1]}-{rest[0]}".lower() in page.lower() else line[-1], ""
    spaceless = pattern(_SPACELESS)
    return "", "" if spaceless.match(line[-1]) and spaceless.match(following[0]) else " "


def _goes_on(line: str, following: str, usual: int) -> bool:
    if following[0].islower():
        return len(line) >= _HALF * usual or line[-1] in _GOES_ON
    if len(line) < _FULL * usual or _is_row(following):
        return False
    return (line[-1].isalpha() or line[-1] in _GOES_ON) and following[0].isalnum()


def _is_row(line: str) -> bool:
    """Whether most of a line is numbers, as in a table."""
    words = line.split()
    return 2 * sum(any(map(str.isdecimal, word)) for word in words) > len(words) > 2

"""Finding a quote in a text although case, spacing, quotes, dashes or Unicode forms differ.

A quote counts only where it stands by itself: "10 days" is not in "110 days", nor "18" in "-18",
"1.18" or "18%".
"""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.text.borders import begins, ends, kind
from cairn_nb.text.fold import fold, folded

# Spaces that group the digits of one number (no-break, figure, thin, narrow no-break).
_GROUPING_SPACES = "\u00a0\u2007\u2009\u202f"


class Haystack:
    """A text that many quotes are looked up in; folded once.

    Parameters
    ----------
    text
        The original text. Every position given back is a position in it.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded = folded(text)

    def find(self, quote: str) -> tuple[tuple[int, int], ...]:
        """Every place where the quote stands, as half-open ranges of the original text, in order.

        A quote that folds to nothing (blank, or invisible characters alone) stands nowhere.
        """
        needle = fold(quote)
        return tuple(dict.fromkeys(self._places(needle))) if needle else ()

    def _places(self, needle: str) -> Iterator[tuple[int, int]]:
        text, size = self._folded.text, len(needle)
        start = text.find(needle)
        while start >= 0:
            if begins(text, start) and ends(text, start + size) and not self._splits_group(start, start + size):
                yield self._folded.original_start(start), self._folded.original_end(start + size)
            start = text.find(needle, start + 1)

    def _splits_group(self, start: int, end: int) -> bool:
        """Whether an edge is a space that groups the digits of one number, as in 12 500 with a thin space."""
        return any(self._groups(space) for space in (start - 1, end))

    def _groups(self, space: int) -> bool:
        text = self._folded.text
        if not 0 < space < len(text) - 1 or text[space] != " ":
            return False
        original = self.text[self._folded.original_start(space)]
        return original in _GROUPING_SPACES and kind(text[space - 1]) == kind(text[space + 1]) == "digit"


def find_quote(quote: str, text: str) -> tuple[tuple[int, int], ...]:
    """Every place where a quote stands in a text, as half-open ranges of the original text, in order.

    Parameters
    ----------
    quote
        What to look for. It may differ from the text in case, spacing, quotation marks, dashes, digits'
        script, Unicode normal form, and invisible characters.
    text
        Where to look. For many quotes in one text, make a `Haystack` once.
    """
    return Haystack(text).find(quote)

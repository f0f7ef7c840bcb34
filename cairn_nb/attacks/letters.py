"""A text reduced to its letters and digits, each knowing where it came from.

What separates, hides or disguises letters falls away: case, accents, width, punctuation, blanks, invisible
characters, and letters of other alphabets that look Latin.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

CACHED_TEXTS = 1024
LOOKALIKES = str.maketrans("авеікмнорстухѕјԁԛԝьαβεικνορτυχ", "abeikmhopctyxsjdqwbabeiknoptux")


@dataclass(frozen=True)
class Squashed:
    """`letters` are lower case; `places[i]` is the position in the original text of ``letters[i]``."""

    letters: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The half-open range of the original text that holds ``letters[start:end]``."""
        return self.places[start], self.places[end - 1] + 1

    def find(self, wanted: str) -> tuple[int, int] | None:
        """The range of the original text where these letters first stand together."""
        start = self.letters.find(wanted) if wanted else -1
        return None if start < 0 else self.span(start, start + len(wanted))


@lru_cache(maxsize=CACHED_TEXTS)
def squash(text: str) -> Squashed:
    """The letters and digits of a text."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for letter in _letters(character):
            letters.append(letter)
            places.append(place)
    return Squashed("".join(letters), tuple(places))


@lru_cache(maxsize=4096)
def _letters(character: str) -> str:
    """What is left of one character: no, one or several letters and digits."""
    plain = unicodedata.normalize("NFKD", character).casefold().translate(LOOKALIKES)
    return "".join(letter for letter in plain if letter.isalnum())

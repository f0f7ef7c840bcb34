"""Letters and digits spelt in words: the international spelling alphabet and the English digits."""

from __future__ import annotations

import re

SPELLING_ALPHABET = (
    "alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec "
    "romeo sierra tango uniform victor whiskey xray yankee zulu"
)
DIGITS = "zero one two three four five six seven eight nine"
OTHER_SPELLINGS = {"alpha": "a", "juliet": "j", "niner": "9"}
MIN_WORDS = 4

LETTER_OF = {
    **{word: word[0] for word in SPELLING_ALPHABET.split()},
    **{word: str(digit) for digit, word in enumerate(DIGITS.split())},
    **OTHER_SPELLINGS,
}
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|-(?=ray\b))*")


def from_words(text: str) -> str | None:
    """The text with its spelling words (``Kilo``, ``seven``) as the letters they stand for; null if it has few."""
    found = 0

    def letter(match: re.Match[str]) -> str:
        nonlocal found
        known = LETTER_OF.get(match[0].lower().replace("-", ""))
        found += known is not None
        return match[0] if known is None else known

    spelt = _WORD.sub(letter, text)
    return spelt if found >= MIN_WORDS else None

"""Answers compared as SQuAD v1.1 compares them (Rajpurkar et al. 2016, the official evaluation script).

Lower case, ASCII punctuation removed, the articles a, an and the dropped, white space collapsed. Where a
text has characters of a script without spaces, its punctuation goes too and each such character is a
token by itself, since a whole sentence would otherwise count as one word.
"""

from __future__ import annotations

import re
import string
import unicodedata

from cairn_nb.text.characters import SPACELESS, pattern

_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(a|an|the)\b")
_ARTICLE_WORDS = frozenset({"a", "an", "the"})
_SPACELESS = f"[{SPACELESS}]"


def normalise(text: str) -> str:
    """The text as exact match compares it."""
    return " ".join(tokens(text))


def tokens(text: str) -> list[str]:
    """The tokens that token F1 counts."""
    lowered = text.lower().translate(_PUNCTUATION)
    if lowered.isascii() and lowered.isprintable():  # then only a space can border a word
        return [word for word in lowered.split() if word not in _ARTICLE_WORDS]
    if not lowered.isascii() and pattern(_SPACELESS).search(lowered):
        lowered = _spread(unicodedata.normalize("NFKC", lowered).lower().translate(_PUNCTUATION))
    return _ARTICLES.sub(" ", lowered).split()


def _spread(text: str) -> str:
    kept = (character for character in text if not unicodedata.category(character).startswith("P"))
    return pattern(_SPACELESS).sub(lambda match: f" {match[0]} ", "".join(kept))

"""How many words of one text stand in another, whatever their ending."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from cairn_nb.text.tokens import content_words, words

_STEM_LETTERS = 5
_SAYS_NOTHING = frozenset(
    ("yes", "no", "ja", "nein", "oui", "non", "sí", "si", "não", "sim", "sì", "да", "нет", "네", "نعم", "हाँ")
)


def stem(word: str) -> str:
    """Enough of a word to know it in another form ("return", "returned"); a number or a short word stays whole."""
    return word[:_STEM_LETTERS] if word.isalpha() else word


@lru_cache(maxsize=256)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's content words, those of yes and no left out."""
    return frozenset(stem(word) for word in content_words(text) if word not in _SAYS_NOTHING)


@lru_cache(maxsize=2048)
def all_stems(text: str) -> frozenset[str]:
    """The stems of all words of a passage; passages come up for many questions."""
    return frozenset(map(stem, set(words(text))))


def share_in(wanted: Collection[str], there: Collection[str]) -> float | None:
    """The share of some stems that are there too; None where none are wanted."""
    return sum(word in there for word in wanted) / len(wanted) if wanted else None

"""How much of the system prompt an answer repeats, word for word or nearly so."""

from __future__ import annotations

from difflib import SequenceMatcher

from cairn_nb.text.tokens import content_words, words

VERBATIM_WORDS = 10
GRAM = 2
PARAPHRASE_SHARE = 0.25
MIN_GRAMS = 12


def longest_run(prompt: str, text: str) -> str | None:
    """The longest run of words that prompt and text share, if it has at least `VERBATIM_WORDS` words."""
    ours, theirs = words(prompt), words(text)
    match = SequenceMatcher(None, ours, theirs, autojunk=False).find_longest_match()
    return " ".join(ours[match.a : match.a + match.size]) if match.size >= VERBATIM_WORDS else None


def repeated_share(prompt: str, text: str) -> float:
    """The share of the prompt's pairs of neighbouring content words that the text has too, in 0..1.

    0 for a prompt with fewer than `MIN_GRAMS` pairs, of which any text could hold a large share.
    """
    wanted = _grams(prompt)
    return len(wanted & _grams(text)) / len(wanted) if len(wanted) >= MIN_GRAMS else 0.0


def _grams(text: str) -> frozenset[tuple[str, ...]]:
    found = content_words(text)
    return frozenset(zip(*(found[first:] for first in range(GRAM)), strict=False))

"""An answer against the expected one by their words: SQuAD's exact match and token F1 (Rajpurkar et al. 2016)."""

from __future__ import annotations

from collections import Counter

from cairn_nb.text import squad


def exact_match(answer: str, expected: str) -> float:
    """1 when both are equal after lower case, no punctuation, no articles and collapsed white space, else 0."""
    return float(squad.normalise(answer) == squad.normalise(expected))


def token_f1(answer: str, expected: str) -> float:
    """Harmonic mean of precision and recall of the tokens that both have, counted as often as both have them.

    Where one of the two has no token left after normalisation it is 1 if neither has one, else 0.
    """
    given, wanted = squad.tokens(answer), squad.tokens(expected)
    if not given or not wanted:
        return float(not given and not wanted)
    shared = sum((Counter(given) & Counter(wanted)).values())
    # 2PR / (P + R) with P = shared / given and R = shared / wanted
    return 2 * shared / (len(given) + len(wanted))

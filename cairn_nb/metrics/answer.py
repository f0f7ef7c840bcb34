"""An answer against the expected one by their words: SQuAD's exact match and token F1 (Rajpurkar et al. 2016)."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.text import squad


def exact_match(answer: str, expected: str) -> float:
    """1 when both are equal after lower case, no punctuation, no articles and collapsed white space, else 0."""
    return float(squad.normalise(answer) == squad.normalise(expected))


def token_f1(answer: str, expected: str) -> float:
    """Harmonic mean of precision and recall of the tokens that both have, counted as often as both have them.

    Where one of the two has no token left after normalisation it is 1 if neither has one, else 0.
    """
    return _f1(squad.tokens(answer), squad.tokens(expected))


def match_and_f1(answer: str, expected: str) -> tuple[float, float]:
    """`exact_match` and `token_f1` from one reading of both texts."""
    given, wanted = squad.tokens(answer), squad.tokens(expected)
    return float(given == wanted), _f1(given, wanted)


def _f1(given: Sequence[str], wanted: Sequence[str]) -> float:
    if not given or not wanted:
        return float(not given and not wanted)
    shared = _shared(given, wanted)
    # 2PR / (P + R) with P = shared / given and R = shared / wanted
    return 2 * shared / (len(given) + len(wanted))


def _shared(given: Sequence[str], wanted: Sequence[str]) -> int:
    """How many tokens both have: the size of the multisets' intersection, without building counters."""
    left: dict[str, int] = {}
    for token in wanted:
        left[token] = left.get(token, 0) + 1
    shared = 0
    for token in given:
        remaining = left.get(token, 0)
        if remaining:
            shared += 1
            left[token] = remaining - 1
    return shared

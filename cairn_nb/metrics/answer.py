"""An answer against the expected one by their words.

By SQuAD's rules (Rajpurkar et al. 2016), and by the same measures on texts without their citations
(`cairn_nb.text.uncited`). Many pairs at once: `cairn_nb.metrics.answer_pairs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn_nb.text import squad, uncited


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
    return _compared(squad.tokens(answer), squad.tokens(expected))


def exact_match_uncited(answer: str, expected: str) -> float:
    """1 when both are equal after the normalisation of `cairn_nb.text.uncited`, else 0."""
    return match_and_f1_uncited(answer, expected)[0]


def token_f1_uncited(answer: str, expected: str) -> float:
    """`token_f1` of the tokens of `cairn_nb.text.uncited`: citations are no words of an answer."""
    return match_and_f1_uncited(answer, expected)[1]


def match_and_f1_uncited(answer: str, expected: str) -> tuple[float, float]:
    """`exact_match_uncited` and `token_f1_uncited` from one reading of both texts."""
    return _compared(uncited.tokens(answer), uncited.tokens(expected))


def keyword_recall(keywords: Iterable[str], answer: str) -> float | None:
    """The share of the keywords that stand in the answer as whole tokens.

    Both are normalised as `cairn_nb.text.uncited` does it, so ``1,200`` is found in "1200 euros" and not in
    "11,200"; a keyword of several words is found where they follow each other. A keyword in a script without
    spaces is a run of characters.

    Parameters
    ----------
    keywords
        What a right answer mentions. One that has no token (blank, or punctuation alone) is left out.
    answer
        The answer's text.

    Returns
    -------
    float or None
        0..1; None when no keyword has a token.
    """
    wanted = [found for keyword in keywords if (found := uncited.tokens(keyword))]
    if not wanted:
        return None
    spoken = _joined(uncited.tokens(answer))
    return sum(_joined(tokens) in spoken for tokens in wanted) / len(wanted)


def _joined(tokens: Sequence[str]) -> str:
    """Tokens with a space on either side of each, so that one text stands in another at whole tokens only."""
    return f" {' '.join(tokens)} "


def _compared(given: Sequence[str], wanted: Sequence[str]) -> tuple[float, float]:
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

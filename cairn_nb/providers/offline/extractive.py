"""Find the sentence that answers a question best by shared words: what the offline model does instead of thinking.

The winner is the first sentence, in passage order and then sentence order, with the largest share of the
question's distinct words. A folded text holds each of its words as a substring, so counting substrings
bounds from above, cheaply, what any sentence of it can hold: most passages are never split into sentences,
and most sentences never into words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cairn_nb.records.chat import GroundingPassage
from cairn_nb.text.fold import fold
from cairn_nb.text.sentences import sentence_spans
from cairn_nb.text.tokens import content_words, words

CACHED_PASSAGES = 4096


@dataclass(frozen=True)
class Candidate:
    """A sentence of a passage, and the share of the question's words that it holds."""

    chunk_id: str
    sentence: str
    share: float


def best_sentence(question: str, passages: Sequence[GroundingPassage]) -> Candidate | None:
    """The winner; null when no passage has a sentence."""
    wanted = question_words(question)
    best = None
    for bound, place in _most_promising_first(wanted, passages):
        if best is not None and (bound, -place) < (best[0], -best[1]):
            break  # neither this passage nor a later one can hold more words, or as many further up
        found = _best_in(wanted, passages[place].text)
        if found is not None and (best is None or (found[0], -place) > (best[0], -best[1])):
            best = (found[0], place, found[1])
    if best is None:
        return None
    return Candidate(passages[best[1]].chunk_id, best[2], best[0] / max(1, len(wanted)))


def question_words(question: str) -> frozenset[str]:
    """The distinct content words of a question; all its words when it has only function words."""
    return frozenset(content_words(question) or words(question))


def sentences(passages: Sequence[GroundingPassage]) -> list[tuple[str, str]]:
    """(chunk id, sentence) for every sentence, in passage order, then sentence order."""
    return [(passage.chunk_id, sentence) for passage in passages for sentence, _ in _sentences(passage.text)]


def _most_promising_first(wanted: frozenset[str], passages: Sequence[GroundingPassage]) -> Iterator[tuple[int, int]]:
    """(the most words a sentence can hold, place of its passage), larger bounds first, then earlier places."""
    bounds = [(_substrings(wanted, _folded(passage.text)), -place) for place, passage in enumerate(passages)]
    return ((bound, -place) for bound, place in sorted(bounds, reverse=True))


def _best_in(wanted: frozenset[str], text: str) -> tuple[int, str] | None:
    best: tuple[int, str] | None = None
    for sentence, folded in _sentences(text):
        if best is None or _substrings(wanted, folded) > best[0]:
            count = len(wanted.intersection(words(sentence)))
            if best is None or count > best[0]:
                best = (count, sentence)
    return best


def _substrings(wanted: frozenset[str], folded: str) -> int:
    return sum([word in folded for word in wanted])


@lru_cache(maxsize=CACHED_PASSAGES)
def _folded(text: str) -> str:
    return fold(text)


@lru_cache(maxsize=CACHED_PASSAGES)
def _sentences(text: str) -> tuple[tuple[str, str], ...]:
    """Each sentence of a text beside its folded form."""
    found = (text[start:end] for start, end in sentence_spans(text))
    return tuple((sentence, fold(sentence)) for sentence in found)

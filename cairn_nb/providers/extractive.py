"""Find the sentence that answers a question best by shared words: what the offline model does instead of thinking."""

from __future__ import annotations

from collections.abc import Sequence
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


@lru_cache(maxsize=CACHED_PASSAGES)
def _sentences(text: str) -> tuple[tuple[str, str], ...]:
    """Each sentence of a text beside its folded form, which holds every word of it as a substring."""
    found = (text[start:end].strip() for start, end in sentence_spans(text))
    return tuple((sentence, fold(sentence)) for sentence in found if sentence)


def sentences(passages: Sequence[GroundingPassage]) -> list[tuple[str, str]]:
    """(chunk id, sentence) for every sentence, in passage order, then sentence order."""
    return [(passage.chunk_id, sentence) for passage in passages for sentence, _ in _sentences(passage.text)]


def question_words(question: str) -> frozenset[str]:
    """The distinct content words of a question; all its words when it has only function words."""
    return frozenset(content_words(question) or words(question))


def best_sentence(question: str, passages: Sequence[GroundingPassage]) -> Candidate | None:
    """The first sentence with the largest share of the question's words; null when there is no sentence.

    Only a sentence whose folded text holds more of the words as substrings than the best one so far has
    as words can win, so most sentences are never split into words.
    """
    wanted = question_words(question)
    best: Candidate | None = None
    held = -1
    for passage in passages:
        for sentence, folded in _sentences(passage.text):
            if best is not None and sum(word in folded for word in wanted) <= held:
                continue
            count = len(wanted.intersection(words(sentence))) if wanted else 0
            if count > held:
                held, best = count, Candidate(passage.chunk_id, sentence, count / max(1, len(wanted)))
    return best

"""An answer against the passages that its generator was shown, sentence by sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cairn_nb.judges.heuristic.overlap import all_stems, stems
from cairn_nb.records import Answer
from cairn_nb.text.number_index import states_every_number
from cairn_nb.text.sentences import sentence_spans
from cairn_nb.text.uncited import without_citations

ENOUGH_WORDS = 0.6


@dataclass(frozen=True, slots=True)
class Support:
    """The share of an answer's sentences that the context bears out."""

    share: float

    @property
    def whole(self) -> bool:
        """Whether it bears out every one."""
        return self.share == 1


def support_in_context(question: str, answer: Answer) -> Support:
    """The share of the answer's sentences whose words and numbers stand in the passages that were shown.

    A sentence is borne out when at least 60% of its content words, by their stems, and every number of it stand in
    them. One without content words ("Yes.") is not counted; where no sentence counts, the question is read with the
    answer. Without passages nothing is borne out.
    """
    context = Context(passage.text for passage in answer.passages if passage.shown)
    spoken = without_citations(answer.text)
    sentences = [spoken[start:end] for start, end in sentence_spans(spoken)]
    counted = [sentence for sentence in sentences if stems(sentence)] or [f"{question} {spoken}"]
    return Support(sum(map(context.bears_out, counted)) / len(counted))


class Context:
    """The words and numbers of what a generator was shown."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple(texts)

    def bears_out(self, sentence: str) -> bool:
        """Whether at least 60% of a sentence's content words, by their stems, and every number of it stand there."""
        wanted = stems(sentence)
        left = wanted
        for text in self._texts:
            if not left:
                break
            left -= all_stems(text)
        enough = bool(wanted) and (len(wanted) - len(left)) / len(wanted) >= ENOUGH_WORDS
        return enough and states_every_number(sentence, self._texts)

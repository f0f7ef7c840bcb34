"""Claims without a model: an answer's sentences, each held against the words and numbers of the context.

It shows that the pipeline works and flags what the context never mentions; it reads no meaning.
"""

from __future__ import annotations

from cairn_nb.judges.claims.protocol import AnswerInContext
from cairn_nb.judges.heuristic.context import Context
from cairn_nb.judges.heuristic.overlap import stems
from cairn_nb.records.checked_claim import CheckedClaim, ClaimCheck
from cairn_nb.records.outcome import Outcome
from cairn_nb.text.sentences import sentence_spans
from cairn_nb.text.uncited import reading_without_citations

VERSION = "words-1"


class OfflineClaimChecker:
    """Every sentence that has content words is a claim; a short answer without any is read with its question."""

    name = "stub"
    model: str | None = None
    version = VERSION

    def __init__(self, *, max_claims: int) -> None:
        self._max_claims = max_claims

    async def check(self, answer: AnswerInContext) -> ClaimCheck:
        """The sentences with their verdicts, whose probability is 1 or 0."""
        texts = sentences_of(answer.text)
        context = Context(answer.context)
        claims = tuple(_checked(text, answer.question, context) for text in texts[: self._max_claims])
        return ClaimCheck(
            outcome=Outcome.SCORED if claims else Outcome.NOT_APPLICABLE,
            claims=claims,
            n_unchecked=max(0, len(texts) - self._max_claims),
            checker=self.name,
            version=self.version,
        )


def sentences_of(text: str) -> tuple[str, ...]:
    """The claims of a text: its sentences without citations, those that only say yes or no left out."""
    spoken = reading_without_citations(text)
    found = [" ".join(spoken[start:end].split()) for start, end in sentence_spans(spoken)]
    return tuple(sentence for sentence in found if stems(sentence)) or tuple(found[:1])


def _checked(text: str, question: str, context: Context) -> CheckedClaim:
    supported = context.bears_out(text if stems(text) else f"{question} {text}")
    return CheckedClaim(text=text, supported=supported, probability=float(supported))

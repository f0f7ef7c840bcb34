"""An answer made elsewhere, as a finished piece of work: what became of it, its verified claims, its grade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cairn_nb.exchange.contexts import text_id
from cairn_nb.exchange.given import GivenAnswer, GivenContext
from cairn_nb.generation.reply import Reply, ReplyCitation, ReplyClaim
from cairn_nb.generation.verify import verify_claims
from cairn_nb.judges.protocol import without_judging
from cairn_nb.judges.stub import grade_text
from cairn_nb.metrics.answer import exact_match, token_f1
from cairn_nb.records import Answer, Claim, Outcome, Passage, Status, Verdict
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.score.join import Pairing
from cairn_nb.runner.score.questions import Question
from cairn_nb.text.refusal import is_refusal

NO_ANSWER = "no_answer"
FAILED = "failed"


def finish(pairing: Pairing, *, by_words: bool = True) -> Finished:
    """The answer and its grade; what the file does not say stays unsaid.

    Parameters
    ----------
    by_words
        Whether an answer that declines in words is an abstention where the file does not say what it is; else a model
        will be asked.
    """
    question, given = pairing.question, pairing.given
    if given is None:
        answer = _missing(pairing, "the file has no answer for this case")
    else:
        answer = _answer(pairing, given, _status(given, by_words=by_words))
    if given is not None and given.is_ranking:
        return Finished(case_id=question.case.id, trial=pairing.trial, answer=answer)
    settled = without_judging(question.case, answer)
    verdict = settled if settled is not None else grade(question, answer.text)
    return Finished(case_id=question.case.id, trial=pairing.trial, answer=answer, verdict=verdict)


def grade(question: Question, text: str) -> Verdict:
    """The best of the grades by each right answer."""
    grades = [grade_text(reference, text) for reference in question.references]
    best = max(grades, key=lambda verdict: (bool(verdict.correct), verdict.score or 0.0), default=None)
    return best or Verdict(outcome=Outcome.NOT_APPLICABLE, reason="the case has no expected answer")


def nearest_reference(question: Question, text: str) -> str | None:
    """The right answer that SQuAD's measures are taken by: the one that gives the largest values."""
    references = question.references
    if len(references) < 2:
        return references[0] if references else None
    return max(references, key=lambda reference: (exact_match(text, reference), token_f1(text, reference)))


def passages_of(contexts: Sequence[GivenContext]) -> tuple[Passage, ...]:
    """Contexts as ranked passages, each with an id of its own; a score that is not given is 0."""
    names = [context.id or text_id(context.text) for context in contexts]
    often = Counter(names)
    return tuple(
        Passage(
            chunk_id=name if often[name] == 1 else f"{name}#{rank}",
            source=context.source or context.id or "",
            text=context.text,
            rank=rank,
            score=context.score or 0.0,
        )
        for rank, (name, context) in enumerate(zip(names, contexts, strict=True), start=1)
    )


def _answer(pairing: Pairing, given: GivenAnswer, status: Status) -> Answer:
    if status is Status.ERROR and not given.error:
        return _missing(pairing, f"there is no answer at {given.place}")
    passages = passages_of(given.contexts or ())
    return Answer(
        question=pairing.question.case.question,
        status=status,
        text="" if status is Status.ERROR else (given.text or "").strip(),
        claims=_claims(given, passages) if status is Status.ANSWERED else (),
        confidence=given.confidence,
        signals=given.scores,
        refused=status is Status.ABSTAINED,
        passages=passages,
        model=given.model,
        latency_ms=given.latency_ms or 0.0,
        trial=pairing.trial,
        error=given.error if status is Status.ERROR else None,
        error_kind=FAILED if status is Status.ERROR else None,
    )


def _status(given: GivenAnswer, *, by_words: bool) -> Status:
    """What the file says; else a failure, or a refusal in words. A blank answer declines nothing."""
    if given.status is not None:
        return given.status
    if given.is_ranking and not given.error:
        return Status.ANSWERED
    if given.error or given.text is None:
        return Status.ERROR
    if by_words and is_refusal(given.text):
        return Status.ABSTAINED
    return Status.ANSWERED


def _missing(pairing: Pairing, why: str) -> Answer:
    return Answer(
        question=pairing.question.case.question,
        status=Status.ERROR,
        text="",
        trial=pairing.trial,
        error=why,
        error_kind=NO_ANSWER,
    )


def _claims(given: GivenAnswer, passages: Sequence[Passage]) -> tuple[Claim, ...]:
    claims = tuple(
        ReplyClaim(
            text=claim.text,
            citations=tuple(ReplyCitation(chunk_id=c.chunk_id, quote=c.quote) for c in claim.citations),
        )
        for claim in given.claims or ()
    )
    reply = Reply(answer=given.text or "", claims=claims, confidence_self=0.0, abstain=False)
    return verify_claims(reply, passages) if claims else ()

"""A language model as the judge: one grade from 0 to 1 by a packaged rubric, or the reason why there is none."""

from __future__ import annotations

from cairn_nb.errors import AuthenticationError, DeadlineError, MalformedReplyError, ProviderError
from cairn_nb.judges.grade_reply import GRADE_SCHEMA, Grade, parse_grade
from cairn_nb.judges.protocol import without_judging
from cairn_nb.judges.rubric import Rubric
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records import Answer, Case, ChatReply, ChatRequest, Message, Outcome, Step, Verdict
from cairn_nb.records.steps import one_step
from cairn_nb.text.delimiters import neutralise

SHOWN_PASSAGES = 6
PASSAGE_CHARS = 1200
REPLY_SHOWN_CHARS = 2000
STAGE = "judge"


class LlmJudge:
    """Grades with a chat model; what it costs is in the verdict's step, whether or not there is a grade.

    Parameters
    ----------
    model
        Who grades.
    rubric
        What the grades mean.
    max_tokens
        Room for one reply.
    """

    name = "llm"

    def __init__(self, model: ChatModel, rubric: Rubric, *, max_tokens: int) -> None:
        self._model = model
        self._rubric = rubric
        self._max_tokens = max_tokens

    @property
    def rubric_version(self) -> str:
        """The rubric's label, with the digest of its text."""
        return self._rubric.label

    async def grade(self, case: Case, answer: Answer) -> Verdict:
        """The grade of one answer.

        Returns
        -------
        Verdict
            ``scored``; ``unparsed`` when two replies in a row could not be read, with the last one in
            `raw`; ``timeout`` or ``error`` when the model could not be used. Cases that need no judge are
            settled without a call.

        Raises
        ------
        AuthenticationError
            If there is no key or it was refused: no other case could be graded either.
        """
        settled = without_judging(case, answer)
        if settled is not None:
            return settled
        replies: list[ChatReply] = []
        try:
            return await self._graded(self._request(case, answer), replies)
        except AuthenticationError:
            raise
        except ProviderError as error:
            outcome = Outcome.TIMEOUT if isinstance(error, DeadlineError) else Outcome.ERROR
            return Verdict(outcome=outcome, reason=f"{type(error).__name__}: {error}", step=_step(replies))

    async def aclose(self) -> None:
        """Close the model."""
        await self._model.aclose()

    async def _graded(self, request: ChatRequest, replies: list[ChatReply]) -> Verdict:
        replies.append(await self._model.complete(request))
        try:
            return _scored(parse_grade(replies[-1].text), replies)
        except MalformedReplyError as error:
            again = _again(request, replies[-1].text, str(error))
        replies.append(await self._model.complete(again))
        try:
            return _scored(parse_grade(replies[-1].text), replies)
        except MalformedReplyError as error:
            raw = replies[-1].text
            return Verdict(outcome=Outcome.UNPARSED, reason=str(error), raw=raw, step=_step(replies))

    def _request(self, case: Case, answer: Answer) -> ChatRequest:
        return ChatRequest(
            purpose=STAGE,
            messages=(
                Message(role="system", content=self._rubric.text),
                Message(role="user", content=_frames(case, answer)),
            ),
            max_tokens=self._max_tokens,
            json_schema=GRADE_SCHEMA,
            schema_name="grade",
            trial=answer.trial,
        )


def _frames(case: Case, answer: Answer) -> str:
    shown = [passage for passage in answer.passages if passage.shown][:SHOWN_PASSAGES]
    parts = {
        "question": case.question,
        "expected": case.expected_answer or "",
        "passages": "\n\n".join(passage.text[:PASSAGE_CHARS] for passage in shown),
        "answer": answer.text,
    }
    return "\n\n".join(f"<{name}>\n{neutralise(text)}\n</{name}>" for name, text in parts.items())


def _again(request: ChatRequest, reply: str, problem: str) -> ChatRequest:
    complaint = f"That reply is no grade: {problem}. Send the whole JSON object again, in the shape asked for."
    bad = Message(role="assistant", content=reply[:REPLY_SHOWN_CHARS].strip() or "(empty)")
    messages = (*request.messages, bad, Message(role="user", content=complaint))
    return request.model_copy(update={"messages": messages})


def _scored(grade: Grade, replies: list[ChatReply]) -> Verdict:
    return Verdict(
        outcome=Outcome.SCORED,
        correct=grade.correct,
        score=round(float(grade.score), 6),
        reason=grade.reason,
        step=_step(replies),
    )


def _step(replies: list[ChatReply]) -> Step | None:
    """All calls about one answer as one step; null before the first reply."""
    return one_step([reply.step(STAGE) for reply in replies])

"""The cited pipeline: retrieve, show, ask, read, verify, and say how sure it is."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from cairn_nb.confidence.params import ConfidenceParams
from cairn_nb.confidence.signals import signals
from cairn_nb.confidence.weighted import combine
from cairn_nb.errors import MalformedReplyError
from cairn_nb.generation.prompt import PromptSettings, build_request, corrective_request
from cairn_nb.generation.reply import Reply, parse_reply
from cairn_nb.generation.verify import verify_claims
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records import Answer, ChatReply, ChatRequest, Claim, Passage, Status, Step
from cairn_nb.systems.trace import Trace

NOTHING_SAID = Reply(answer="", claims=(), confidence_self=0.0, abstain=True)


class Ranking(Protocol):
    """What a retriever gives back."""

    @property
    def passages(self) -> tuple[Passage, ...]:
        """Ranked; the first few are shown to the generator."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """What it took."""

    @property
    def elapsed_ms(self) -> float:
        """How long it took; a share, where it was found together with others."""


class Retrieves(Protocol):
    """Finds the passages for a question."""

    def expect(self, asked: Iterable[tuple[str, int]]) -> None:
        """Say what will be asked, so that it can be found together."""

    async def retrieve(self, question: str, *, trial: int = 0) -> Ranking:
        """The ranking for one question."""


class Closes(Protocol):
    """Holds connections."""

    async def aclose(self) -> None:
        """Give them back."""


class PipelineSystem:
    """Answers questions from an index with one chat model; it keeps nothing between questions.

    Parameters
    ----------
    retriever
        Where passages come from.
    model
        Who answers.
    prompt
        The prompt's fixed part and the request's limits.
    confidence
        The weights of the signals.
    notes
        What `describe` returns.
    owned
        What `aclose` closes.
    """

    def __init__(
        self,
        *,
        retriever: Retrieves,
        model: ChatModel,
        prompt: PromptSettings,
        confidence: ConfidenceParams,
        notes: dict[str, Any],
        owned: Sequence[Closes] = (),
    ) -> None:
        self._retriever = retriever
        self._model = model
        self._prompt = prompt
        self._confidence = confidence
        self._notes = notes
        self._owned = tuple(owned)

    def expect(self, asked: Iterable[tuple[str, int]]) -> None:
        """Say which questions will be asked, each with its trial: passages are then found for many together."""
        self._retriever.expect(asked)

    async def answer(self, question: str, *, trial: int = 0) -> Answer:
        """The draft of one answer.

        Its status follows the model's own wish; `decide` sets the one that counts. A refusal or an empty
        answer is `refused`. A reply that cannot be read is asked for once more, and both are in the steps.

        Raises
        ------
        MalformedReplyError
            If the second reply cannot be read either.
        ProviderError
            If a model could not be used. Like any exception here it carries the steps taken until then.
        """
        with Trace() as trace:
            found = await self._retriever.retrieve(question, trial=trial)
            trace.count_so_far(found.elapsed_ms)
            trace.add(*found.steps)
            request = build_request(question, found.passages, settings=self._prompt, trial=trial)
            reply, spoke = await self._ask(request, trace)
            started = time.perf_counter()
            claims = verify_claims(reply, found.passages)
            trace.add(Step(stage="verify", latency_ms=(time.perf_counter() - started) * 1000))
            return self._draft(question, found.passages, reply, claims, spoke, trace, trial)

    async def _ask(self, request: ChatRequest, trace: Trace) -> tuple[Reply, ChatReply]:
        spoke = await self._complete(request, trace)
        if _is_refusal(spoke):
            return NOTHING_SAID, spoke
        try:
            return parse_reply(spoke.text), spoke
        except MalformedReplyError as error:
            again = corrective_request(request, reply=spoke.text, problem=_what_was_wrong(spoke, error))
        spoke = await self._complete(again, trace)
        return (NOTHING_SAID if _is_refusal(spoke) else _last_reply(spoke)), spoke

    async def _complete(self, request: ChatRequest, trace: Trace) -> ChatReply:
        spoke = await self._model.complete(request)
        trace.add(spoke.step("generate", prefix_hash=self._prompt.prefix_hash))
        return spoke

    def _draft(
        self,
        question: str,
        passages: tuple[Passage, ...],
        reply: Reply,
        claims: tuple[Claim, ...],
        spoke: ChatReply,
        trace: Trace,
        trial: int,
    ) -> Answer:
        refused = _is_refusal(spoke) or not reply.answer.strip()
        found = signals(
            passages=passages,
            claims=claims,
            confidence_self=None if _is_refusal(spoke) else reply.confidence_self,
            params=self._confidence,
        )
        return Answer(
            question=question,
            status=Status.ABSTAINED if refused or reply.abstain else Status.ANSWERED,
            text=reply.answer,
            claims=claims,
            confidence=combine(found, self._confidence),
            signals=found,
            flagged=reply.abstain,
            refused=refused,
            passages=passages,
            steps=tuple(trace.steps),
            model=spoke.model,
            latency_ms=trace.latency_ms,
            trial=trial,
        )

    def describe(self) -> dict[str, Any]:
        """Provider, retrieval mode and depth, reranker, rewriting, and the prompt's hash."""
        return dict(self._notes)

    async def aclose(self) -> None:
        """Close every model."""
        for part in self._owned:
            await part.aclose()


def _is_refusal(spoke: ChatReply) -> bool:
    return spoke.finish_reason == "refusal" or not spoke.text.strip()


def _last_reply(spoke: ChatReply) -> Reply:
    """The reply to the second request; one that was cut off says so, since the limit is what to change."""
    try:
        return parse_reply(spoke.text)
    except MalformedReplyError as error:
        if spoke.finish_reason != "length":
            raise
        raise MalformedReplyError(f"the reply was cut off at generation.max_tokens; allow more ({error})") from error


def _what_was_wrong(spoke: ChatReply, error: MalformedReplyError) -> str:
    return f"it was cut off; be shorter ({error})" if spoke.finish_reason == "length" else str(error)

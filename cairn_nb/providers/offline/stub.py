"""The offline chat model: it answers with the passage sentence that shares the most words with the question.

Deterministic, free and without a key, so that every step can be run and tested on any machine. It reads
the question and passages from `ChatRequest.grounding`, never from the prompt, so no document can forge them.
"""

from __future__ import annotations

import json
import time

from pydantic import Field

from cairn_nb.errors import RequestRefusedError
from cairn_nb.providers import switches
from cairn_nb.providers.offline.degrade import degraded_answer, degraded_citation
from cairn_nb.providers.offline.extractive import Candidate, best_sentence
from cairn_nb.providers.offline.phrasings import phrasings
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.pricing.token_estimate import estimated_tokens
from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record
from cairn_nb.records.chat import ChatReply, ChatRequest, Grounding


class StubParams(Record):
    """It asks to abstain when the best sentence holds less than `abstain_below` of the question's words."""

    abstain_below: float = Field(default=0.2, ge=0, le=1)


class StubChatModel:
    """Answers requests with grounding, and offers phrasings for requests whose purpose is ``rewrite``.

    The switches of `cairn_nb.providers.switches` are read once, when the model is made.

    Raises
    ------
    ConfigError
        If a switch has a value that means nothing.
    """

    name = "stub"
    model: str | None = "stub"

    def __init__(self, params: StubParams, prices: Prices) -> None:
        self._abstain_below = params.abstain_below
        self._prices = prices
        self._degrade = switches.share(switches.DEGRADE)
        self._degrade_citations = switches.share(switches.DEGRADE_CITATIONS)
        self._refuse = switches.refuse()

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The extractive reply, or a refusal under ``CAIRN_STUB_REFUSE``.

        Raises
        ------
        RequestRefusedError
            If the request carries no grounding: there is nothing to extract from.
        """
        started = time.perf_counter()
        text = "" if self._refuse else self._text(request)
        sent = estimated_tokens(message.content for message in request.messages)
        usage = Usage(input_tokens=sent, output_tokens=estimated_tokens((text,)))
        return ChatReply(
            text=text,
            model="stub",
            usage=usage,
            cost_usd=self._prices.cost_usd(usage),
            latency_ms=(time.perf_counter() - started) * 1000,
            finish_reason="refusal" if self._refuse else "stop",
        )

    async def aclose(self) -> None:
        """Nothing is open."""

    def _text(self, request: ChatRequest) -> str:
        if request.grounding is None:
            message = f"the stub model answers from passages; a request for {request.purpose!r} carries none"
            raise RequestRefusedError(message + ", so name another provider for it")
        if request.purpose == "rewrite":
            return phrasings(request.grounding.question, request.json_schema)
        return self._answer(request.grounding)

    def _answer(self, grounding: Grounding) -> str:
        best = best_sentence(grounding.question, grounding.passages)
        if best is None:
            return _reply_json(None, None, abstain=True)
        chosen, cited = best, best
        if self._degrade:
            chosen = cited = degraded_answer(grounding.question, best, grounding.passages, self._degrade)
        if self._degrade_citations:
            cited = degraded_citation(grounding.question, chosen, grounding.passages, self._degrade_citations)
        return _reply_json(chosen, cited, abstain=best.share < self._abstain_below)


def _reply_json(chosen: Candidate | None, cited: Candidate | None, *, abstain: bool) -> str:
    claims = []
    if chosen is not None and cited is not None:
        citation = {"chunk_id": cited.chunk_id, "quote": cited.sentence}
        claims = [{"text": chosen.sentence, "citations": [citation]}]
    reply = {
        "answer": chosen.sentence if chosen else "",
        "claims": claims,
        "confidence_self": round(chosen.share, 4) if chosen else 0.0,
        "abstain": abstain,
    }
    return json.dumps(reply, ensure_ascii=False)

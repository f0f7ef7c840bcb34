"""A decision model that says what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cairn_nb.providers.deciding.decision import DecisionReply, YesNoQuestion
from cairn_nb.records import ChatReply, Usage

COST_USD = 0.5


class FakeDecisions:
    """`says` turns a question's material into a probability, a reason why there is none, or an error."""

    name = "fake"
    model: str | None = "fake-1"

    def __init__(self, says: Callable[[str], float | str | Exception], *, delay_s: float = 0.0) -> None:
        self._says = says
        self._delay_s = delay_s
        self.asked: list[YesNoQuestion] = []

    async def decide(self, question: YesNoQuestion) -> DecisionReply:
        self.asked.append(question)
        said = self._says(question.material)
        await asyncio.sleep(self._delay_s)
        if isinstance(said, Exception):
            raise said
        reply = ChatReply(
            text="", model="fake-1", usage=Usage(input_tokens=20, output_tokens=1), cost_usd=COST_USD, latency_ms=1.0
        )
        if isinstance(said, str):
            return DecisionReply(None, reason=said, replies=(reply,))
        return DecisionReply(said, "logprobs", replies=(reply,))

    async def aclose(self) -> None:
        """Nothing is open."""

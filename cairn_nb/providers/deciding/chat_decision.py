"""A chat model as a decision model.

It is asked for one word, and the probability is read from those of its first token:
P(yes) = p("yes") / (p("yes") + p("no")), where both together hold at least half of the mass. A model that gives no
log-probabilities, or whose first word is neither, is asked to state the probability in a JSON object, which is read
strictly. There is no third request: what cannot be read then has no probability.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import exp
from typing import Annotated, Any

from pydantic import Field, StrictFloat, StrictInt

from cairn_nb.errors import AuthenticationError, MalformedReplyError, ProviderError, RequestRefusedError
from cairn_nb.providers.deciding.decision import DecisionReply, YesNoQuestion
from cairn_nb.providers.deciding.strict_reply import read_reply
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records.base import Record
from cairn_nb.records.chat import ChatReply, ChatRequest, Message, TokenChance

ENOUGH_MASS = 0.5
TOP_TOKENS = 5
WORD_TOKENS = 4
STATED_TOKENS = 300
ONE_WORD = "Reply with one word, yes or no, and nothing else."
STATE_IT = (
    'Reply with one JSON object and nothing else: {"probability": p}, where p is a number from 0 to 1, the probability '
    "that the answer is yes."
)
PROBABILITY_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"probability": {"type": "number", "minimum": 0, "maximum": 1}},
    "required": ["probability"],
    "additionalProperties": False,
}
_AROUND = " \t\r\n\"'`*_.,:;!()[]{}▁Ġ"


class StatedProbability(Record):
    """What a model says that was asked to state a probability."""

    probability: Annotated[StrictFloat | StrictInt, Field(ge=0, le=1)]


class ChatDecisionModel:
    """Decides with a chat model.

    The first question is decided alone, so that those that follow know whether the server gives log-probabilities: what
    it refuses, or leaves out, is not asked of it again.

    Parameters
    ----------
    chat
        Who is asked.
    gives_logprobs
        False for a provider that is known to give none.
    """

    def __init__(self, chat: ChatModel, *, gives_logprobs: bool) -> None:
        self._chat = chat
        self._gives_logprobs = gives_logprobs
        self._is_known = not gives_logprobs
        self._alone = asyncio.Lock()

    @property
    def name(self) -> str:
        """The chat model's name."""
        return self._chat.name

    @property
    def model(self) -> str | None:
        """The chat model's model."""
        return self._chat.model

    async def decide(self, question: YesNoQuestion) -> DecisionReply:
        """The probability of yes; raises as `DecisionModel.decide`."""
        if not self._is_known:
            async with self._alone:
                if not self._is_known:
                    return await self._decided(question)
        return await self._decided(question)

    async def aclose(self) -> None:
        """Close the chat model."""
        await self._chat.aclose()

    async def _decided(self, question: YesNoQuestion) -> DecisionReply:
        replies: list[ChatReply] = []
        try:
            found = await self._by_first_token(question, replies) if self._gives_logprobs else None
            return found or await self._stated(question, replies)
        except AuthenticationError:
            raise
        except ProviderError as error:
            reason = f"{type(error).__name__}: {error}"
            return DecisionReply(None, reason=reason, replies=tuple(replies))

    async def _by_first_token(self, question: YesNoQuestion, replies: list[ChatReply]) -> DecisionReply | None:
        """None where the probability has to be asked for in words."""
        try:
            reply = await self._chat.complete(_one_word(question))
        except RequestRefusedError:
            return None
        replies.append(reply)
        if reply.first_token is None:
            return None
        self._is_known = True
        probability = yes_probability(reply.first_token)
        return None if probability is None else DecisionReply(probability, "logprobs", replies=tuple(replies))

    async def _stated(self, question: YesNoQuestion, replies: list[ChatReply]) -> DecisionReply:
        replies.append(await self._chat.complete(_stating(question)))
        if not self._is_known:  # it answers, and not with log-probabilities
            self._is_known, self._gives_logprobs = True, False
        try:
            stated = read_reply(replies[-1].text, StatedProbability)
        except MalformedReplyError as error:
            return DecisionReply(None, reason=str(error), replies=tuple(replies))
        return DecisionReply(float(stated.probability), "stated", replies=tuple(replies))


def yes_probability(tokens: Sequence[TokenChance]) -> float | None:
    """P(yes) among yes and no, by the first token; None where most of the mass is on other words."""
    mass = {"yes": 0.0, "no": 0.0}
    for token in tokens:
        word = token.token.strip(_AROUND).casefold()
        if word in mass:
            mass[word] += exp(token.logprob)
    both = mass["yes"] + mass["no"]
    return mass["yes"] / both if both >= ENOUGH_MASS else None


def _one_word(question: YesNoQuestion) -> ChatRequest:
    return ChatRequest(
        purpose=question.purpose,
        messages=_messages(question, ONE_WORD),
        max_tokens=WORD_TOKENS,
        trial=question.trial,
        top_logprobs=TOP_TOKENS,
    )


def _stating(question: YesNoQuestion) -> ChatRequest:
    return ChatRequest(
        purpose=question.purpose,
        messages=_messages(question, STATE_IT),
        max_tokens=STATED_TOKENS,
        trial=question.trial,
        json_schema=PROBABILITY_SCHEMA,
        schema_name="probability",
    )


def _messages(question: YesNoQuestion, form: str) -> tuple[Message, ...]:
    return (
        Message(role="system", content=f"{question.instructions}\n\n{form}"),
        Message(role="user", content=question.material),
    )

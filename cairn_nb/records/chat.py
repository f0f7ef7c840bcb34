"""One call to a model, and its reply, whatever provider stands behind it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from cairn_nb.records.answer import Step, Usage
from cairn_nb.records.base import Record


class Message(Record):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


class GroundingPassage(Record):
    """A passage as the prompt shows it (scrubbed)."""

    chunk_id: str
    text: str


class Grounding(Record):
    """The question and passages that a prompt was rendered from.

    The offline stub answers from this instead of parsing the prompt, so no document can forge it;
    network providers never see it.
    """

    question: str
    passages: tuple[GroundingPassage, ...]


class TokenChance(Record):
    """A token that could have stood at a place, and the natural logarithm of its probability there."""

    token: str
    logprob: float = Field(le=0)


class ChatRequest(Record):
    """Everything that determines a reply. `json_schema` asks for a structured reply of that shape.

    `top_logprobs` asks for the likeliest tokens in the reply's first place, so many of them; 0 asks for none.
    `sample` counts requests that are the same on purpose, to see how replies vary.
    """

    purpose: str
    messages: tuple[Message, ...]
    max_tokens: int = Field(ge=1)
    temperature: float = 0.0
    json_schema: dict[str, Any] | None = None
    schema_name: str = "reply"
    trial: int = 0
    sample: int = Field(default=0, ge=0)
    top_logprobs: int = Field(default=0, ge=0, le=20)
    grounding: Grounding | None = Field(default=None, exclude=True)


class ChatReply(Record):
    """A model's reply with what it took.

    `cost_usd` is null when the model has no price; `billed` says that it is what the provider itself says it charged.
    `first_token` are the likeliest tokens in the first place of the text, where they were asked for and given.
    """

    text: str
    model: str
    usage: Usage = Usage()
    cost_usd: float | None = None
    latency_ms: float = 0.0
    finish_reason: str | None = None
    cached: bool = False
    attempts: int = 1
    billed: bool = False
    first_token: tuple[TokenChance, ...] | None = None

    def step(self, stage: str, *, prefix_hash: str | None = None) -> Step:
        """This reply as a step of a case's trace."""
        return Step(
            stage=stage,
            latency_ms=self.latency_ms,
            model=self.model,
            usage=self.usage,
            cost_usd=self.cost_usd,
            spent_usd=0.0 if self.cached else self.cost_usd,
            cached=self.cached,
            attempts=self.attempts,
            prefix_hash=prefix_hash,
        )

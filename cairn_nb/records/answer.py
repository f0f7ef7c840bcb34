"""What a system says to one question, with everything it rests on."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.base import Record
from cairn_nb.records.outcome import Status


class Usage(Record):
    """Tokens in the four buckets that providers price apart."""

    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cache_read_tokens: int = Field(default=0, ge=0)
    cache_write_tokens: int = Field(default=0, ge=0)

    @property
    def total_tokens(self) -> int:
        """All four buckets together."""
        return self.input_tokens + self.output_tokens + self.cache_read_tokens + self.cache_write_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cache_read_tokens=self.cache_read_tokens + other.cache_read_tokens,
            cache_write_tokens=self.cache_write_tokens + other.cache_write_tokens,
        )


class Passage(Record):
    """A retrieved chunk with its rank (from 1) and scores.

    `score` is the last stage's; `components` holds each stage's raw score by name (``dense``,
    ``bm25``, ``rrf``, ``rerank``). `shown` says whether the generator was given it.
    """

    chunk_id: str
    source: str
    text: str
    rank: int = Field(ge=1)
    score: float
    components: dict[str, float] = Field(default_factory=dict)
    page: int | None = None
    heading: str | None = None
    shown: bool = True


class Citation(Record):
    """A quote and the chunk it is said to stand in.

    `start` and `end` locate it in the chunk's text when `resolved`; then `quote` is the chunk's own text.
    """

    chunk_id: str
    quote: str
    resolved: bool = False
    start: int = 0
    end: int = 0


class Claim(Record):
    """One statement of an answer. The verifier, never the model, sets `supported`.

    `problem` says what is wrong with an unsupported claim, in a few words.
    """

    text: str
    citations: tuple[Citation, ...] = ()
    supported: bool = False
    support_score: float | None = None
    problem: str | None = None


class Step(Record):
    """One stage of work on a case: what it took and what it cost.

    `cost_usd` is null when the model has no price; `cached` says the reply came from disk, in which
    case `cost_usd` is what it would cost to ask and `spent_usd` is 0. A step ``untracked`` is what calls to models cost
    that no other step holds. `output` is what a step gave that the answer and its passages do not show: the wordings of
    a rewriting, the documents of a search that was then reordered, best first.
    """

    stage: str
    latency_ms: float = 0.0
    model: str | None = None
    usage: Usage = Usage()
    cost_usd: float | None = 0.0
    spent_usd: float | None = 0.0
    cached: bool = False
    attempts: int = 1
    prefix_hash: str | None = None
    output: tuple[str, ...] = ()


class Answer(Record):
    """What a system returned. `flagged` is the model's own wish to abstain; `refused` that it gave no answer at all."""

    shown_fields = ("question", "status", "text", "confidence", "threshold", "error")

    question: str
    status: Status
    text: str
    claims: tuple[Claim, ...] = ()
    confidence: float | None = None
    signals: dict[str, float] = Field(default_factory=dict)
    threshold: float | None = None
    flagged: bool = False
    refused: bool = False
    passages: tuple[Passage, ...] = ()
    steps: tuple[Step, ...] = ()
    model: str | None = None
    latency_ms: float = 0.0
    trial: int = 0
    error: str | None = None
    error_kind: str | None = None

    @property
    def usage(self) -> Usage:
        """All steps' tokens together."""
        total = Usage()
        for step in self.steps:
            total = total + step.usage
        return total

    @property
    def cost_usd(self) -> float | None:
        """All steps' cost, or null when a step's model has no price."""
        costs = [step.cost_usd for step in self.steps]
        return None if any(cost is None for cost in costs) else sum(cost for cost in costs if cost is not None)

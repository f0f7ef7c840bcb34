"""Calls are counted where they are made, so that one that a system forgets to trace is not forgotten.

A meter belongs to the task that began it and to the tasks that this one starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from cairn_nb.providers.protocol import EmbeddingReply, RerankReply
from cairn_nb.records.answer import Step, Usage
from cairn_nb.records.chat import ChatReply

STAGE = "untracked"
DUST_USD = 1e-12
BUCKETS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


@dataclass
class Meter:
    """The calls made so far, each as a step."""

    calls: list[Step] = field(default_factory=list)


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextmanager
def metering() -> Iterator[Meter]:
    """Count what models are asked inside the block."""
    meter = Meter()
    token = _METER.set(meter)
    try:
        yield meter
    finally:
        _METER.reset(token)


def untracked(meter: Meter, steps: Sequence[Step]) -> tuple[Step, ...]:
    """For each model what was counted and stands in none of the steps, as one step; none where all of it does."""
    models = dict.fromkeys(call.model for call in meter.calls)
    found = (
        _difference(model, [c for c in meter.calls if c.model == model], [s for s in steps if s.model == model])
        for model in models
    )
    return tuple(step for step in found if step is not None)


def _difference(model: str | None, calls: Sequence[Step], steps: Sequence[Step]) -> Step | None:
    if [(call.usage, call.cost_usd) for call in calls] == [(step.usage, step.cost_usd) for step in steps]:
        return None  # as nearly always
    usage = Usage(**{bucket: _more(bucket, calls, steps) for bucket in BUCKETS})
    cost = _missing_usd([call.cost_usd for call in calls], [step.cost_usd for step in steps])
    spent = _missing_usd([call.spent_usd for call in calls], [step.spent_usd for step in steps])
    if not usage.total_tokens and cost is not None and cost <= DUST_USD:
        return None
    return Step(stage=STAGE, model=model, usage=usage, cost_usd=cost, spent_usd=spent)


def _more(bucket: str, calls: Sequence[Step], steps: Sequence[Step]) -> int:
    counted, traced = (sum(int(getattr(one.usage, bucket)) for one in ones) for ones in (calls, steps))
    return max(0, counted - traced)


def _missing_usd(counted: Sequence[float | None], traced: Sequence[float | None]) -> float | None:
    """Null where a counted call has no price and no traced step says so."""
    if None in counted and None not in traced:
        return None
    return max(0.0, sum(cost or 0.0 for cost in counted) - sum(cost or 0.0 for cost in traced))


def count(reply: ChatReply | EmbeddingReply | RerankReply) -> None:
    """Let the meter in force, if any, see a reply."""
    meter = _METER.get()
    if meter is None:
        return
    spent = (0.0 if reply.cached else reply.cost_usd) if isinstance(reply, ChatReply) else reply.spent_usd
    step = Step(stage=STAGE, model=reply.model, usage=reply.usage, cost_usd=reply.cost_usd, spent_usd=spent)
    meter.calls.append(step)

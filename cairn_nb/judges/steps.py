"""A judge's calls about one answer as one step of its trace."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.records import ChatReply, Step


def one_step(replies: Sequence[ChatReply], stage: str) -> Step | None:
    """All calls as one step: tokens, costs and times added up; null before the first reply."""
    steps = [reply.step(stage) for reply in replies]
    if not steps:
        return None
    total = steps[0]
    for step in steps[1:]:
        total = total.model_copy(
            update={
                "latency_ms": total.latency_ms + step.latency_ms,
                "usage": total.usage + step.usage,
                "cost_usd": _sum(total.cost_usd, step.cost_usd),
                "spent_usd": _sum(total.spent_usd, step.spent_usd),
                "cached": total.cached and step.cached,
                "attempts": total.attempts + step.attempts,
            }
        )
    return total


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other

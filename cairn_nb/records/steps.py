"""Several calls about one thing as one step of a trace."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.records.answer import Step

# Stages that look at an answer; what they cost is judging, no part of answering.
JUDGING_STAGES = frozenset({"judge", "refusal", "claims"})


def one_step(steps: Sequence[Step]) -> Step | None:
    """Calls added up: tokens, costs, times and attempts; null for none.

    The stage and the model are the first call's. A cost is null where one of them has no price, and the whole counts as
    cached when every call was.
    """
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

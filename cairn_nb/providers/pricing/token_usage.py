"""What providers say a call used, in four buckets that do not overlap.

OpenAI's `prompt_tokens` includes what was read from and written to the cache; Anthropic's `input_tokens`
does not. Reasoning is output, in `completion_tokens` or, at some providers, beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cairn_nb.records.answer import Usage


def openai_usage(usage: Any) -> Usage | None:
    """The buckets of an OpenAI-shaped usage object; null when there is none."""
    if not isinstance(usage, Mapping) or not _has_number(usage, "prompt_tokens"):
        return None
    details = _object(usage, "prompt_tokens_details")
    prompt = _count(usage, "prompt_tokens")
    read = min(prompt, _count(details, "cached_tokens") or _count(usage, "prompt_cache_hit_tokens"))
    write = min(prompt - read, _count(details, "cache_write_tokens"))
    return Usage(
        input_tokens=prompt - read - write,
        output_tokens=_openai_output(usage, prompt),
        cache_read_tokens=read,
        cache_write_tokens=write,
    )


def anthropic_usage(usage: Any) -> Usage | None:
    """The buckets of an Anthropic usage object; null when there is none."""
    if not isinstance(usage, Mapping) or not _has_number(usage, "input_tokens"):
        return None
    return Usage(
        input_tokens=_count(usage, "input_tokens"),
        output_tokens=_count(usage, "output_tokens"),
        cache_read_tokens=_count(usage, "cache_read_input_tokens"),
        cache_write_tokens=_count(usage, "cache_creation_input_tokens"),
    )


def input_usage(usage: Any) -> Usage | None:
    """The tokens of an embedding or rerank call, which has input only; null when they are not said."""
    for name in ("prompt_tokens", "total_tokens", "input_tokens"):
        if isinstance(usage, Mapping) and _has_number(usage, name):
            return Usage(input_tokens=_count(usage, name))
    return None


def reported_cost_usd(usage: Any) -> float | None:
    """What a gateway says the call cost (`usage.cost`, in USD); null when it does not say."""
    cost = usage.get("cost") if isinstance(usage, Mapping) else None
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not 0 <= cost < float("inf"):
        return None
    return float(cost)


def _openai_output(usage: Mapping[str, Any], prompt: int) -> int:
    """Completion tokens, and reasoning when the total shows that it is counted beside them."""
    completion = _count(usage, "completion_tokens")
    reasoning = _count(_object(usage, "completion_tokens_details"), "reasoning_tokens")
    beside = reasoning and _count(usage, "total_tokens") == prompt + completion + reasoning
    return completion + reasoning if beside else completion


def _object(usage: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = usage.get(name)
    return value if isinstance(value, Mapping) else {}


def _has_number(usage: Mapping[str, Any], name: str) -> bool:
    value = usage.get(name)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _count(usage: Mapping[str, Any], name: str) -> int:
    return max(0, int(usage[name])) if _has_number(usage, name) else 0

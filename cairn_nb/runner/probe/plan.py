"""How many questions a latency probe asks, which ones first, and when it knows enough."""

from __future__ import annotations

from itertools import islice

from cairn_nb.config.model import Config
from cairn_nb.providers.priced import OFFLINE
from cairn_nb.records.estimate import Estimate

FIRST_CALLS, MORE_CALLS, MOST_CALLS = 72, 24, 120
CLOSE_ENOUGH = 0.15
DUST_MS = 1e-9


def is_live(config: Config) -> bool:
    """Whether anything but the offline models takes part; their latencies are moments of this processor."""
    retrieval = config.retrieval
    names = [config.generation.provider.name]
    if retrieval.rewrite.enabled and retrieval.rewrite.provider is not None:
        names.append(retrieval.rewrite.provider.name)
    if retrieval.mode != "bm25":
        names.append(config.embedding.name)
    if retrieval.rerank is not None and retrieval.rerank.enabled:
        names.append(retrieval.rerank.name)
    return not OFFLINE.issuperset(names)


def most_calls(config: Config, n_cases: int) -> int:
    """The most calls that a probe makes over so many cases; an offline system is not probed."""
    wanted = config.evaluation.latency_probe_questions
    if not n_cases or not is_live(config):
        return 0
    return MOST_CALLS if wanted == "auto" else min(wanted, n_cases)


def spread_order(n: int) -> list[int]:
    """The numbers below `n` in an order of which every first part is spread over all of them (van der Corput)."""
    width = max(1, (n - 1).bit_length())
    reversed_bits = (int(f"{number:0{width}b}"[::-1], 2) for number in range(2**width))
    return list(islice((number for number in reversed_bits if number < n), n))


def is_check(n_calls: int) -> bool:
    """Whether ``auto`` looks at its interval after so many calls: after 72, and after every 24 more."""
    return n_calls >= FIRST_CALLS and (n_calls - FIRST_CALLS) % MORE_CALLS == 0


def is_precise(p95: Estimate) -> bool:
    """Whether the whole interval lies within 15% of the p95."""
    if p95.value is None or p95.low is None or p95.high is None:
        return False
    return max(p95.value - p95.low, p95.high - p95.value) <= CLOSE_ENOUGH * p95.value + DUST_MS

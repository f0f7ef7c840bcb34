"""Retrieval of one case by the rank of its supporting chunk, from 1; None when it was not retrieved."""

from __future__ import annotations

from math import log2


def recall_at(rank: int | None, k: int) -> float:
    """1 when the supporting chunk is among the first `k`, else 0."""
    return float(rank is not None and rank <= k)


def ndcg_at(rank: int | None, k: int = 10) -> float:
    """Discounted gain with one relevant chunk: 1 / log2(rank + 1) among the first `k`, else 0."""
    return 1 / log2(rank + 1) if rank is not None and rank <= k else 0.0


def reciprocal_rank(rank: int | None) -> float:
    """1 / rank, 0 when the chunk never surfaced."""
    return 1 / rank if rank is not None else 0.0

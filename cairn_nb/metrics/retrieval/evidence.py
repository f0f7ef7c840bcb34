"""Chunk-level evidence: whether the chunk that says it was retrieved, not just its document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Quoted(Protocol):
    """A quote and the document that holds it; `records.Support` is one."""

    @property
    def doc(self) -> str: ...

    @property
    def quote(self) -> str: ...


class Chunk(NamedTuple):
    """A retrieved chunk: its document's id and its text."""

    doc: str
    text: str


def evidence_recall(evidence: Sequence[Quoted], ranking: Sequence[Chunk], k: int) -> float | None:
    """`evidence_recall@k`: the share of the quotes that stand in one of the first `k` chunks; None without quotes.

    Parameters
    ----------
    evidence
        A quote counts in a chunk of its own document alone, case and white space ignored; one that a border of
        chunks cuts in two counts as missed.
    ranking
        Chunks, best first.
    """
    if not evidence:
        return None
    ranks = evidence_ranks(evidence, ranking)
    return sum(rank is not None and rank <= k for rank in ranks) / len(evidence)


def evidence_ranks(evidence: Sequence[Quoted], ranking: Sequence[Chunk]) -> tuple[int | None, ...]:
    """For each quote the rank, from 1, of the first chunk of its document that holds it; None where none does."""
    return tuple(_rank(support.doc, _plain(support.quote), ranking) for support in evidence)


def _rank(doc: str, quote: str, ranking: Sequence[Chunk]) -> int | None:
    # Most chunks are of other documents: their texts are not looked at.
    own = ((rank, chunk.text) for rank, chunk in enumerate(ranking, 1) if chunk.doc == doc)
    return next((rank for rank, text in own if quote and quote in _plain(text)), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())

"""The offline embedder: words and word pairs hashed into a vector, so that shared words make texts similar.

Counts per bucket are damped by 1 + ln(count), unsigned, and the vector is scaled to length 1.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.pricing.token_estimate import estimated_tokens
from cairn_nb.providers.protocol import EmbeddingReply, TextKind, Vectors
from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record
from cairn_nb.text.tokens import search_terms

ROWS_AT_ONCE = 512
PAIR_FACTOR = np.uint64(0x9E3779B97F4A7C15)
MIX_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
MIX_SHIFT = np.uint64(31)


class HashingParams(Record):
    """`dim` is the length of a vector."""

    dim: int = Field(default=512, ge=8, le=65536)


class _TokenHashes(dict[str, int]):
    """64-bit hashes of words that do not change from one process or machine to another, each made once."""

    def __missing__(self, token: str) -> int:
        digest = hashlib.blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        made = self[token] = int.from_bytes(digest, "little")
        return made


class HashingEmbedder:
    """Hashed word uni- and bigrams; the same vector on every machine."""

    name = "hashing"

    def __init__(self, params: HashingParams, prices: Prices) -> None:
        self.dim = params.dim
        self._prices = prices
        self._hashes = _TokenHashes()

    @property
    def params(self) -> dict[str, Any]:
        """What decides a vector: the number of buckets."""
        return {"dim": self.dim}

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:  # noqa: ARG002 -- both kinds are embedded alike
        """One vector a text; questions and passages are treated alike."""
        started = time.perf_counter()
        return self._reply(self.vectors(texts), texts, started)

    def embed_each(self, texts: Sequence[str]) -> list[EmbeddingReply]:
        """One reply a text, the same as each is given alone; each takes the time of all."""
        started = time.perf_counter()
        vectors = self.vectors(texts)
        return [self._reply(vectors[row : row + 1], (text,), started) for row, text in enumerate(texts)]

    async def aclose(self) -> None:
        """Nothing is open."""

    def _reply(self, vectors: Vectors, texts: Sequence[str], started: float) -> EmbeddingReply:
        usage = Usage(input_tokens=sum(estimated_tokens((text,)) for text in texts))
        cost = self._prices.cost_usd(usage)
        took_ms = (time.perf_counter() - started) * 1000
        return EmbeddingReply(vectors, "hashing", usage=usage, cost_usd=cost, spent_usd=cost, latency_ms=took_ms)

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """float32, shape (texts, dim): what `embed` returns, without its accounting."""
        found = np.zeros((len(texts), self.dim), dtype=np.float32)
        for first in range(0, len(texts), ROWS_AT_ONCE):
            part = texts[first : first + ROWS_AT_ONCE]
            found[first : first + len(part)] = self._block([search_terms(text) for text in part])
        return found

    def _block(self, tokens: list[list[str]]) -> Vectors:
        lengths = np.array([len(row) for row in tokens], dtype=np.int64)
        rows = np.repeat(np.arange(len(tokens), dtype=np.int64), lengths)
        singles = np.fromiter(
            map(self._hashes.__getitem__, chain.from_iterable(tokens)), dtype=np.uint64, count=int(lengths.sum())
        )
        together = rows[1:] == rows[:-1]
        pairs = _mixed(singles[:-1] * PAIR_FACTOR + singles[1:])[together]
        buckets = np.concatenate([singles, pairs]) % np.uint64(self.dim)
        cells = np.concatenate([rows, rows[1:][together]]) * self.dim + buckets.astype(np.int64)
        counts = np.bincount(cells, minlength=len(tokens) * self.dim).reshape(len(tokens), self.dim)
        return _unit_rows(counts)


def _mixed(hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    mixed: NDArray[np.uint64] = (hashes ^ (hashes >> MIX_SHIFT)) * MIX_FACTOR
    return mixed


def _unit_rows(counts: NDArray[np.int64]) -> Vectors:
    """Damped counts scaled to length 1; a row without counts stays zero."""
    damped = np.log(np.maximum(counts, 1), dtype=np.float64) + (counts > 0)
    lengths = np.linalg.norm(damped, axis=1, keepdims=True)
    unit: Vectors = (damped / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return unit

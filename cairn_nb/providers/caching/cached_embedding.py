"""An embedding model that remembers: each text is embedded once, whatever it is embedded together with."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cairn_nb.providers.caching.cache import ReplyCache, content_key
from cairn_nb.providers.caching.together import together
from cairn_nb.providers.pricing.embedding_charge import EmbeddingCharge
from cairn_nb.providers.protocol import EmbeddingModel, EmbeddingReply, TextKind, Vectors
from cairn_nb.records.answer import Usage

PIECE = 64


@dataclass(frozen=True)
class _Kept:
    """One text's vector, and its share of the tokens of the call that made it."""

    vector: Vectors
    input_tokens: int


class CachedEmbeddingModel:
    """Another embedding model behind a reply cache.

    Parameters
    ----------
    inner
        Who is asked for texts that the cache lacks.
    cache
        Where vectors are kept.
    identity
        What tells this model from others, beside its own `params`.
    charge
        What a text costs, kept or not.
    """

    def __init__(
        self, inner: EmbeddingModel, cache: ReplyCache, identity: Mapping[str, Any], charge: EmbeddingCharge
    ) -> None:
        self._inner = inner
        self._charge = charge
        self._cache = cache
        self._identity = dict(identity)

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self._inner.name

    @property
    def dim(self) -> int:
        """The inner model's vector length."""
        return self._inner.dim

    @property
    def params(self) -> dict[str, Any]:
        """The inner model's parameters."""
        return self._inner.params

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        """One vector a text, those kept on disk not asked for again; raises as the inner model does."""
        if self._cache.is_bypassed:
            return await self._inner.embed(texts, kind=kind)
        keys = [self._key(text, kind) for text in texts]
        kept = self._read(set(keys))
        fresh = {key: text for key, text in zip(keys, texts, strict=True) if key not in kept}
        pieces = [list(fresh)[first : first + PIECE] for first in range(0, len(fresh), PIECE)]
        asked = await together(self._ask({key: fresh[key] for key in piece}, kind) for piece in pieces)
        for _, made in asked:
            kept |= made
        charged_usd = self._charge.of(texts, kind=kind)
        return self._reply([kept[key] for key in keys], [reply for reply, _ in asked], charged_usd)

    async def aclose(self) -> None:
        """Close the inner model."""
        await self._inner.aclose()

    def _key(self, text: str, kind: TextKind) -> str:
        return content_key({"embedding": self._identity, "params": self.params, "kind": kind, "text": text})

    async def _ask(self, texts: Mapping[str, str], kind: TextKind) -> tuple[EmbeddingReply, dict[str, _Kept]]:
        """Embed some texts and keep them at once, so that an error in another piece loses nothing paid for."""
        reply = await self._inner.embed(list(texts.values()), kind=kind)
        made = dict(zip(texts, _shares(reply, list(texts.values())), strict=True))
        self._write(made)
        return reply, made

    def _reply(self, rows: list[_Kept], asked: list[EmbeddingReply], charged_usd: float | None) -> EmbeddingReply:
        return EmbeddingReply(
            np.stack([row.vector for row in rows]) if rows else np.zeros((0, self.dim), dtype=np.float32),
            str(self.params.get("model", self.name)),
            usage=Usage(input_tokens=sum(row.input_tokens for row in rows)),
            cost_usd=charged_usd,
            spent_usd=_total(reply.spent_usd for reply in asked),
            latency_ms=sum(reply.latency_ms for reply in asked),
            cached=not asked,
            attempts=max(1, sum(reply.attempts for reply in asked)),
        )

    def _read(self, keys: set[str]) -> dict[str, _Kept]:
        found = {key: self._decoded(key, text) for key, text in self._cache.get_many(keys).items()}
        return {key: row for key, row in found.items() if row is not None}

    def _decoded(self, key: str, text: str) -> _Kept | None:
        try:
            row = json.loads(text)
            vector = np.frombuffer(base64.b64decode(row["vector"]), dtype="<f4")
            whole = _Kept(vector, int(row["input_tokens"]))
        except (ValueError, KeyError, TypeError):
            self._cache.reject(key)
            return None
        if vector.shape != (self.dim,):
            self._cache.reject(key)
            return None
        return whole

    def _write(self, rows: Mapping[str, _Kept]) -> None:
        self._cache.put_many({key: _encoded(row) for key, row in rows.items()})


def _encoded(row: _Kept) -> str:
    vector = base64.b64encode(row.vector.astype("<f4").tobytes()).decode("ascii")
    return json.dumps({"vector": vector, "input_tokens": row.input_tokens})


def _total(costs: Iterable[float | None]) -> float | None:
    known = list(costs)
    return None if None in known else sum(cost for cost in known if cost is not None)


def _shares(reply: EmbeddingReply, texts: Sequence[str]) -> list[_Kept]:
    """Each text's part of a call, by its length; the parts' tokens add up to the call's."""
    lengths = np.array([len(text) + 1 for text in texts], dtype=np.int64)
    ends = np.concatenate([[0], np.cumsum(lengths)]) / lengths.sum()
    tokens = np.diff(np.floor(ends * reply.usage.input_tokens + 0.5).astype(np.int64))
    return [_Kept(vector, int(count)) for vector, count in zip(reply.vectors, tokens, strict=True)]

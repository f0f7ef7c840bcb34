"""A small corpus, its configuration and its index, and models that count how often they are asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cairn_nb.config.model import Config
from cairn_nb.providers.catalog import embedding_model
from cairn_nb.providers.protocol import EmbeddingModel, EmbeddingReply, TextKind
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records import Chunk, Manifest, Usage
from cairn_nb.retrieval.build import abuild_index
from cairn_nb.retrieval.index import Index, open_index

TEXTS = {
    "leave.md": "# Leave\n\nStaff may take 25 days of leave a year.\nUnused leave lapses in March.\n",
    "pay/salary.txt": "Salaries are paid on the 28th.\nOvertime is paid at 150 percent.\n",
    "pay/bonus.txt": "A bonus of 900 euros is paid in December.\nTrainees receive no bonus.\n",
    "safety.html": "<h1>Safety</h1><p>Helmets must be worn on site.</p><p>Report accidents within 2 days.</p>",
}


def make_corpus(folder: Path, texts: Mapping[str, str] = TEXTS) -> Path:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


def config_for(folder: Path, **changes: Any) -> Config:
    settings: dict[str, Any] = {
        "name": "small",
        "corpus": "corpus",
        "golden": "golden.jsonl",
        "ingest": {"chunker": {"name": "sentence_window", "params": {"window": 1, "overlap": 0}}},
        "embedding": {"name": "hashing", "params": {"dim": 64}},
        "base_dir": folder,
    }
    return Config.model_validate({**settings, **changes})


def embedder_for(config: Config) -> EmbeddingModel:
    return embedding_model(config.embedding.name, config.embedding.params, limits=Limits(), cache=None)


def ingest(config: Config, *, embedder: EmbeddingModel | None = None, strict: bool = False) -> Manifest:
    return asyncio.run(abuild_index(config, embedder=embedder or embedder_for(config), strict=strict))


def small_index(folder: Path, texts: Mapping[str, str] = TEXTS, **changes: Any) -> tuple[Config, Index]:
    make_corpus(folder / "corpus", texts)
    config = config_for(folder, **changes)
    ingest(config)
    return config, open_index(config)


class CountingEmbedder:
    """Another model that keeps what it was asked; its price is 1 microdollar a text."""

    def __init__(self, inner: EmbeddingModel, **params: Any) -> None:
        self._inner, self._params = inner, params
        self.asked: list[tuple[TextKind, tuple[str, ...]]] = []

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def dim(self) -> int:
        return self._inner.dim

    @property
    def params(self) -> dict[str, Any]:
        return {**self._inner.params, **self._params}

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        self.asked.append((kind, tuple(texts)))
        reply = await self._inner.embed(texts, kind=kind)
        cost = len(texts) * 1e-6
        return EmbeddingReply(
            reply.vectors, "counting", usage=Usage(input_tokens=len(texts)), cost_usd=cost, spent_usd=cost
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


class FixedEmbedder:
    """Vectors by text."""

    name = "hashing"

    def __init__(self, vectors: Mapping[str, Sequence[float]], dim: int) -> None:
        self._vectors, self.dim = vectors, dim

    @property
    def params(self) -> dict[str, Any]:
        return {"dim": self.dim}

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:  # noqa: ARG002 -- the protocol's
        rows = np.array([self._vectors.get(text, [0.0] * self.dim) for text in texts], dtype=np.float32)
        return EmbeddingReply(rows, "fixed")

    async def aclose(self) -> None:
        """Nothing is open."""


def chunk_texts(chunks: Sequence[Chunk]) -> list[str]:
    return [chunk.text for chunk in chunks]

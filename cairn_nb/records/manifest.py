"""What an index was built from, so that another configuration or corpus is refused."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from cairn_nb.records.base import Record


class Manifest(Record):
    """The identity card of an index folder. `files` maps each file's name to its sha256."""

    cairn_version: str
    corpus_hash: str
    doc_count: int
    chunk_count: int
    chunker: str
    chunker_params: dict[str, Any] = Field(default_factory=dict)
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_chunk_chars: int | None = None
    embedder: str
    embedder_params: dict[str, Any] = Field(default_factory=dict)
    embedding_dim: int
    backend: str
    lexical: str = "bm25"
    created_at: str
    files: dict[str, str] = Field(default_factory=dict)
    skipped_count: int = 0
    embedding_tokens: int = 0
    embedding_cost_usd: float | None = 0.0

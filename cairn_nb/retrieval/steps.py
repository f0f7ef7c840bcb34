"""The steps from a folder of documents to vectors, each shared by all configurations that agree on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from cairn_nb.config.model import Config
from cairn_nb.corpus.chunk import chunk_documents
from cairn_nb.corpus.digest import corpus_hash
from cairn_nb.corpus.load import load_documents
from cairn_nb.corpus.select import select_files
from cairn_nb.errors import CorpusError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import check_writable
from cairn_nb.progress import progress
from cairn_nb.providers.cassette.models import is_recorded
from cairn_nb.providers.protocol import EmbeddingModel
from cairn_nb.records import Chunk
from cairn_nb.retrieval.identity import ingest_identity
from cairn_nb.retrieval.lexical import LexicalIndex
from cairn_nb.retrieval.shared import Shared, shared_step, step_key
from cairn_nb.retrieval.stored import (
    read_chunks,
    read_documents,
    write_chunks,
    write_documents,
    write_ledger,
)
from cairn_nb.retrieval.stores.local import save_vectors

COST = "cost.json"
TEXTS_AT_ONCE = 1024
BASE_MB = 32.0


def shared_root(config: Config) -> Path:
    """Where shared steps are kept."""
    return config.state_dir / "shared"


async def parse_step(config: Config) -> tuple[str, Shared]:
    """The corpus hash, and the parsed documents with their ledger.

    Raises
    ------
    CorpusError
        If no document can be read, or the corpus changes meanwhile.
    """
    folder = config.corpus_dir
    globs: dict[str, Any] = {"include": config.ingest.include, "exclude": config.ingest.exclude}
    content = corpus_hash(folder, **globs)
    left_out = [skip.model_dump(mode="json") for skip in select_files(folder, **globs).skipped]

    async def make(target: Path) -> None:
        corpus = load_documents(folder, **globs)
        if corpus_hash(folder, **globs) != content:
            raise CorpusError("the documents changed while they were read", path=folder, hint="run it again")
        write_documents(target, corpus.documents)
        write_ledger(target, corpus.ledger)

    key = step_key("parsed", content, globs, left_out)
    return content, await shared_step(shared_root(config), "parsed", key, make)


async def chunk_step(config: Config, parsed: Shared) -> Shared:
    """The chunks and their lexical index.

    Raises
    ------
    CorpusError
        If the documents give no chunk.
    ConfigError
        If the chunker or a parameter of it is unknown.
    """
    ingest, identity = config.ingest, ingest_identity(config)

    async def make(target: Path) -> None:
        documents = read_documents(parsed.folder)
        chunks = chunk_documents(
            documents,
            chunker=ingest.chunker.name,
            params=ingest.chunker.params,
            max_chunk_chars=ingest.max_chunk_chars,
        )
        if not chunks:
            raise CorpusError("the documents hold no text to search", path=config.corpus_dir)
        write_chunks(target, documents, chunks)
        LexicalIndex.build(chunk.text for chunk in chunks).save(target)

    cut = [identity["chunker"], identity["chunker_params"], ingest.max_chunk_chars]
    return await shared_step(shared_root(config), "chunks", step_key("chunks", parsed.key, cut), make)


async def embed_step(config: Config, parsed: Shared, chunked: Shared, embedder: EmbeddingModel) -> Shared:
    """The chunks' vectors, and what they cost. A recording asks for them again, so that its cassette holds them.

    Raises
    ------
    ProviderError
        If the model cannot be used.
    StorageError
        If there is no room for the vectors; found before the model is asked.
    """

    async def make(target: Path) -> None:
        chunks = read_chunks(chunked.folder, read_documents(parsed.folder))
        megabytes = len(chunks) * embedder.dim * 4 / 2**20
        check_writable(target, min_free_mb=BASE_MB + 3 * megabytes)
        await _embed(chunks, embedder, target)

    key = step_key("vectors", chunked.key, embedder.name, embedder.params, embedder.dim)
    return await shared_step(shared_root(config), "vectors", key, make, anew=is_recorded(embedder.name))


async def _embed(chunks: tuple[Chunk, ...], embedder: EmbeddingModel, target: Path) -> None:
    vectors = np.empty((len(chunks), embedder.dim), dtype=np.float32, order="F")
    tokens, cost_usd = 0, 0.0
    priced = True
    with progress("embedding chunks", len(chunks)) as advance:
        for first in range(0, len(chunks), TEXTS_AT_ONCE):
            texts = [chunk.text for chunk in chunks[first : first + TEXTS_AT_ONCE]]
            reply = await embedder.embed(texts, kind="passage")
            vectors[first : first + len(texts)] = reply.vectors
            tokens += reply.usage.total_tokens
            priced = priced and reply.cost_usd is not None
            cost_usd += reply.cost_usd or 0.0
            advance(len(texts))
    save_vectors(target, vectors)
    cost = {"embedding_tokens": tokens, "embedding_cost_usd": cost_usd if priced else None}
    (target / COST).write_text(json.dumps(cost), encoding="utf-8")


def embedding_cost(embedded: Shared) -> tuple[int, float | None]:
    """Tokens of all chunks, and what they cost when they were paid for; null when the model has no price."""
    cost = strict_json.read(embedded.folder / COST)
    return cost["embedding_tokens"], cost["embedding_cost_usd"]

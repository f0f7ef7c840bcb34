"""Documents to an index: parse, chunk, embed, and make the result current in one step."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from cairn_nb.config.model import Config
from cairn_nb.corpus.load import require_complete
from cairn_nb.files.atomic import check_writable
from cairn_nb.providers.protocol import EmbeddingModel
from cairn_nb.records import Manifest
from cairn_nb.retrieval.folders import link_files
from cairn_nb.retrieval.generations import publish
from cairn_nb.retrieval.identity import ingest_identity
from cairn_nb.retrieval.shared import Shared
from cairn_nb.retrieval.steps import chunk_step, embed_step, embedding_cost, parse_step, shared_root
from cairn_nb.retrieval.stored import CHUNKS, DOCUMENTS, count_lines, read_ledger
from cairn_nb.retrieval.stores.catalog import prepare_store
from cairn_nb.version import __version__

FREE_MB = 32.0


async def abuild_index(config: Config, *, embedder: EmbeddingModel, strict: bool = False) -> Manifest:
    """Parse, chunk and embed the documents, and write the configuration's index.

    Steps that another configuration, or an earlier ingest, did on the same input are taken over. Until the
    last moment the old index stays in force; it may be killed, or run several times at once.

    Parameters
    ----------
    embedder
        The model that `config.embedding` names.
    strict
        Refuse when a file under the corpus folder was left out; the old index stays.

    Raises
    ------
    CorpusError
        If there is nothing to read; under `strict`, if something was left out.
    ConfigError
        If the chunker or the store, or a parameter of one, is unknown.
    StorageError
        If the index cannot be written; found before the model is asked.
    ProviderError
        If the chunks cannot be embedded.
    """
    identity = ingest_identity(config)
    for folder in (config.index_dir, shared_root(config)):
        check_writable(folder, min_free_mb=FREE_MB)
    content, parsed = await parse_step(config)
    ledger = read_ledger(parsed.folder)
    if strict:
        require_complete(ledger, config.corpus_dir)
    chunked = await chunk_step(config, parsed)
    embedded = await embed_step(config, parsed, chunked, embedder)
    stored = await prepare_store(config.index.backend, embedded, config.index.params)
    parts = (parsed, chunked, stored)
    tokens, cost_usd = embedding_cost(embedded)
    manifest = Manifest(
        cairn_version=__version__,
        corpus_hash=content,
        doc_count=count_lines(parsed.folder / DOCUMENTS),
        chunk_count=count_lines(chunked.folder / CHUNKS),
        **identity,
        embedder=embedder.name,
        embedder_params=embedder.params,
        embedding_dim=embedder.dim,
        created_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        files={name: digest for part in parts for name, digest in part.files.items()},
        skipped_count=len(ledger.skipped),
        embedding_tokens=tokens,
        embedding_cost_usd=cost_usd,
    )
    return await publish(config.index_dir, manifest, lambda folder: _fill(folder, parts))


async def _fill(folder: Path, parts: tuple[Shared, ...]) -> None:
    for part in parts:
        link_files(part.folder, folder, part.files)

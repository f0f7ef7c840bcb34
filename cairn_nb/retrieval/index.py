"""An index as it is searched: opened only when it is whole and belongs to the configuration and the corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cairn_nb.config.model import Config
from cairn_nb.corpus.locate import SupportLocator
from cairn_nb.errors import StoredIndexError
from cairn_nb.records import Chunk, Document, IngestLedger, Manifest
from cairn_nb.retrieval.folders import check_files
from cairn_nb.retrieval.generations import current_generation, read_manifest
from cairn_nb.retrieval.identity import check_configuration, check_corpus
from cairn_nb.retrieval.lexical import LexicalIndex
from cairn_nb.retrieval.ordering import Rows, tie_ranks
from cairn_nb.retrieval.stored import read_chunks, read_documents, read_ledger
from cairn_nb.retrieval.stores.catalog import open_store
from cairn_nb.retrieval.stores.protocol import VectorStore


@dataclass(frozen=True, eq=False)
class Index:
    """An open index. Row i of the chunk table, of the vectors and of the lexical columns is one chunk.

    `ties` settles equal scores: each row's place in the order of the chunk ids.
    """

    manifest: Manifest
    documents: tuple[Document, ...]
    chunks: tuple[Chunk, ...]
    ties: Rows
    lexical: LexicalIndex
    vectors: VectorStore
    ledger: IngestLedger

    @cached_property
    def chunk_by_id(self) -> Mapping[str, Chunk]:
        """Every chunk by its id."""
        return {chunk.id: chunk for chunk in self.chunks}

    @cached_property
    def locator(self) -> SupportLocator:
        """Finds golden quotes in the documents and chunks."""
        return SupportLocator(self.documents, self.chunks)


def open_index(config: Config) -> Index:
    """The configuration's index.

    Raises
    ------
    StoredIndexError
        If there is none, a file of it is missing, damaged or edited, or it was built from another
        configuration or corpus; the differing fields are named with both values.
    CorpusError
        If the corpus cannot be read.
    """
    folder = current_generation(config.index_dir)
    while True:
        try:
            return _open(config, folder)
        except StoredIndexError:
            newer = current_generation(config.index_dir)
            if newer == folder:
                raise
            folder = newer  # replaced by an ingest while it was being opened


def _open(config: Config, folder: Path) -> Index:
    manifest = read_manifest(folder)
    check_configuration(manifest, config, folder)
    check_corpus(manifest, config, folder)
    check_files(folder, manifest.files)
    documents = read_documents(folder)
    chunks = read_chunks(folder, documents)
    ties = tie_ranks([chunk.id for chunk in chunks])
    return Index(
        manifest=manifest,
        documents=documents,
        chunks=chunks,
        ties=ties,
        lexical=LexicalIndex.load(folder, n_rows=len(chunks)),
        vectors=open_store(manifest.backend, folder, config.index.params, ties=ties, dim=manifest.embedding_dim),
        ledger=read_ledger(folder),
    )

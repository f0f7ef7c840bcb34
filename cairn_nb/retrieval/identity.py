"""Whether an index is the one that a configuration and a corpus would give; known without parsing any."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cairn_nb.config.model import Config
from cairn_nb.corpus.digest import corpus_hash
from cairn_nb.corpus.params import checked_params
from cairn_nb.errors import StoredIndexError
from cairn_nb.providers.protocol import EmbeddingModel
from cairn_nb.records import Manifest

REMEDY = "run `cairn ingest`"
SHOWN_CHARS = 120


def check_configuration(manifest: Manifest, config: Config, folder: Path) -> None:
    """That the index was built as the configuration says.

    Raises
    ------
    StoredIndexError
        Naming each field that differs, with both values.
    """
    _check(manifest, {**ingest_identity(config), **_embedding_identity(manifest, config)}, folder, "the configuration")


def check_corpus(manifest: Manifest, config: Config, folder: Path) -> None:
    """That the index was built from the corpus as it is now.

    Raises
    ------
    StoredIndexError
        If a document was added, removed or changed since.
    CorpusError
        If the corpus cannot be read.
    """
    ingest = config.ingest
    found = corpus_hash(config.corpus_dir, include=ingest.include, exclude=ingest.exclude)
    _check(manifest, {"corpus_hash": found}, folder, "the corpus now")


def check_embedder(manifest: Manifest, embedder: EmbeddingModel) -> None:
    """That questions are embedded by the model that embedded the chunks.

    Raises
    ------
    StoredIndexError
        Naming each field that differs, with both values.
    """
    wanted = {"embedder": embedder.name, "embedder_params": embedder.params, "embedding_dim": embedder.dim}
    _check(manifest, wanted, None, "the embedding model")


def ingest_identity(config: Config) -> dict[str, Any]:
    """The manifest's fields that the configuration decides, but for the embedding model's."""
    ingest = config.ingest
    return {
        "chunker": ingest.chunker.name,
        "chunker_params": checked_params(ingest.chunker.name, ingest.chunker.params, ingest.max_chunk_chars),
        "include": ingest.include,
        "exclude": ingest.exclude,
        "max_chunk_chars": ingest.max_chunk_chars,
        "backend": config.index.backend,
    }


def _embedding_identity(manifest: Manifest, config: Config) -> dict[str, Any]:
    """What the experiment file itself says of the model; its defaults are checked when the model is there."""
    written = {name: value for name, value in config.embedding.params.items() if name in manifest.embedder_params}
    return {"embedder": config.embedding.name, "embedder_params": {**manifest.embedder_params, **written}}


def _check(manifest: Manifest, wanted: Mapping[str, Any], folder: Path | None, other: str) -> None:
    differing = [
        f"{name} is {_shown(getattr(manifest, name))} in the index and {_shown(value)} in {other}"
        for name, value in wanted.items()
        if getattr(manifest, name) != value
    ]
    if differing:
        raise StoredIndexError(f"was built from something else: {'; '.join(differing)}", path=folder, hint=REMEDY)


def _shown(value: Any) -> str:
    text = str(list(value)) if isinstance(value, tuple) else str(value)
    return text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]}…"

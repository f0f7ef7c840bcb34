"""Documents to an index."""

from __future__ import annotations

from cairn_nb.config.model import Config
from cairn_nb.providers.cassette.session import INGESTION, working_on
from cairn_nb.records.manifest import Manifest
from cairn_nb.retrieval.build import abuild_index
from cairn_nb.runner.parts import limits_of, reply_cache
from cairn_nb.systems.build import build_embedder


async def aingest(config: Config, *, strict: bool = False) -> Manifest:
    """Parse, chunk and embed the documents, and write the index.

    Parameters
    ----------
    strict
        Refuse when a file under the corpus folder was skipped, and leave the old index in place.

    Raises
    ------
    CorpusError
        If there is nothing to read; under `strict`, if something was skipped.
    """
    embedder = build_embedder(config, limits=limits_of(config), cache=reply_cache(config))
    try:
        with working_on(INGESTION):
            return await abuild_index(config, embedder=embedder, strict=strict)
    finally:
        await embedder.aclose()

"""Everything a run needs, opened in order of cost and closed again: golden set, index, system, judge."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from cairn_nb.config.model import Config
from cairn_nb.golden.load import load_golden
from cairn_nb.judges.protocol import Judge
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.switches import active_switches
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.golden import GoldenSet
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.runner.garbage import rare_collections
from cairn_nb.runner.stamps import Stamps, stamps_of
from cairn_nb.systems.build import build_judge, build_system
from cairn_nb.systems.checks import Checks, build_checks
from cairn_nb.systems.protocol import System


@dataclass(frozen=True)
class AnsweringParts:
    """What is open to answer a question; `cache` is where its models' replies are kept."""

    config: Config
    index: Index
    system: System
    judge: Judge
    switches: dict[str, str]
    cache: ReplyCache

    def stamps_with(self, golden: GoldenSet) -> Stamps:
        """What a calibration record must agree with, when `golden` is what it was fitted on."""
        return stamps_of(self.config, self.index.manifest, golden, self.judge)

    def text_of(self, chunk_id: str) -> str | None:
        """A chunk's text, or None when the index has no such chunk."""
        chunk = self.index.chunk_by_id.get(chunk_id)
        return None if chunk is None else chunk.text


@dataclass(frozen=True)
class Parts(AnsweringParts):
    """What is open during a run."""

    golden: GoldenSet
    checks: Checks

    @property
    def stamps(self) -> Stamps:
        """What a calibration record must agree with."""
        return self.stamps_with(self.golden)


def limits_of(config: Config) -> Limits:
    """How a configuration bounds its calls to models."""
    evaluation = config.evaluation
    return Limits(
        attempt_timeout_s=evaluation.attempt_timeout_s,
        max_attempts=evaluation.max_attempts,
        concurrency=evaluation.concurrency,
    )


def reply_cache(config: Config) -> ReplyCache:
    """Where replies that were paid for are kept, for all configurations that share a state folder."""
    return ReplyCache(config.state_dir / "replies")


@asynccontextmanager
async def open_parts(config: Config) -> AsyncIterator[Parts]:
    """The parts of a run, closed at the end of the block.

    Raises
    ------
    GoldenError, StoredIndexError, ConfigError, MissingExtraError, AuthenticationError
        What each part finds wrong, before any call to a model.
    """
    with rare_collections():
        golden = load_golden(config.golden_path)
        async with open_answering_parts(config) as parts:
            checks = build_checks(config, limits=limits_of(config), cache=parts.cache)
            try:
                yield Parts(**vars(parts), golden=golden, checks=checks)
            finally:
                await checks.aclose()


@asynccontextmanager
async def open_answering_parts(config: Config) -> AsyncIterator[AnsweringParts]:
    """The parts that answer a question, for which there need be no golden set; errors as for `open_parts`."""
    switches = active_switches()
    index = open_index(config)
    limits, cache = limits_of(config), reply_cache(config)
    judge = build_judge(config, limits=limits, cache=cache)
    try:
        system = build_system(config, index=index, limits=limits, cache=cache)
        try:
            yield AnsweringParts(config, index, system, judge, switches, cache)
        finally:
            await system.aclose()
    finally:
        await judge.aclose()

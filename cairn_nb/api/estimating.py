"""What a run will cost, before it is paid for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_nb.api.inputs import ConfigLike, as_config
from cairn_nb.api.running import Split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cairn_nb.records.cost_estimate import BenchEstimate, CostEstimate

SAMPLE = 50


def estimate(
    config: ConfigLike,
    *,
    split: Split = "eval",
    limit: int | None = None,
    trials: int = 1,
    sample: int = SAMPLE,
    latency_ms: float | None = None,
) -> CostEstimate:
    """Estimate what evaluating a configuration will cost; no key, no network and no index are needed.

    Parameters
    ----------
    config
        The experiment.
    split, limit, trials
        As for `evaluate`.
    sample
        How many questions are measured, spread over the slice.
    latency_ms
        Of one answer with its judging, where it is known; the time then follows from `evaluation.concurrency`.

    Returns
    -------
    CostEstimate
        Cost by stage, for one question and in all; null where a model has no price.

    Raises
    ------
    InputError
        If a number is out of range, or the configuration, the documents or the golden set cannot be used.
    """
    from cairn_nb.runner.blocking import run

    return run(
        aestimate(config, split=split, limit=limit, trials=trials, sample=sample, latency_ms=latency_ms),
    )


async def aestimate(
    config: ConfigLike,
    *,
    split: Split = "eval",
    limit: int | None = None,
    trials: int = 1,
    sample: int = SAMPLE,
    latency_ms: float | None = None,
) -> CostEstimate:
    """`estimate` for async callers."""
    from cairn_nb.runner.estimate.cost import PlannedEvaluation
    from cairn_nb.runner.estimate.estimate import aestimate as work

    asked = PlannedEvaluation(split=split, limit=limit, trials=trials, sample=sample, latency_ms=latency_ms)
    return await work(as_config(config), asked)


def estimate_bench(
    configs: Sequence[ConfigLike],
    *,
    split: Split = "eval",
    limit: int | None = None,
    trials: int = 1,
    sample: int = SAMPLE,
    latency_ms: float | None = None,
) -> BenchEstimate:
    """Estimate several configurations, with the arena that a bench run of them holds.

    Parameters
    ----------
    configs
        The experiments; the first one's `evaluation` says whether there is an arena, who judges and which answers meet.
    split, limit, trials, sample, latency_ms
        As for `estimate`; an arena takes the first trial alone.

    Returns
    -------
    BenchEstimate
        ``estimates`` in the order given, the ``arena`` or None, and all of it together.

    Raises
    ------
    InputError
        As for `estimate`; or if there is no configuration, or no question was measured on two systems that meet.
    """
    from cairn_nb.runner.blocking import run

    return run(
        aestimate_bench(configs, split=split, limit=limit, trials=trials, sample=sample, latency_ms=latency_ms),
    )


async def aestimate_bench(
    configs: Sequence[ConfigLike],
    *,
    split: Split = "eval",
    limit: int | None = None,
    trials: int = 1,
    sample: int = SAMPLE,
    latency_ms: float | None = None,
) -> BenchEstimate:
    """`estimate_bench` for async callers."""
    from cairn_nb.runner.estimate.bench import aestimate_bench as work
    from cairn_nb.runner.estimate.cost import PlannedEvaluation

    asked = PlannedEvaluation(split=split, limit=limit, trials=trials, sample=sample, latency_ms=latency_ms)
    return await work([as_config(config) for config in configs], asked)

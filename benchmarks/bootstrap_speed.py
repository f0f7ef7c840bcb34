"""The bootstrap of 20 systems x 1,000 questions x 5 metrics x 10,000 resamples beside scipy's.

    python benchmarks/bootstrap_speed.py [--rounds 3]

CPU time of the process, candidates in turn, medians. Like for like: the intervals of 100 columns, and intervals and
two-sided p-values of 95 paired differences, all from resamples of the questions. scipy gets its best batch size and
all columns in one vectorised call. Matrix products take one thread, because on a busy machine a second one burns
processor time by waiting. Sign-flip p-values are timed apart, scipy's permutation test for five pairs of 95.
Exits with 1 when scipy takes less than 15 times as long.
"""

from __future__ import annotations

import argparse
import os
import tracemalloc

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported

import numpy as np
from numpy.typing import NDArray
from peer_environment import machine
from scipy import stats
from timing import cpu_ms, show

from cairn_nb.seeds import stream
from cairn_nb.stats import bootstrap_table

SYSTEMS, QUESTIONS, METRICS, RESAMPLES = 20, 1_000, 5, 10_000
BATCHES = (5, 10, 25, 100)
LEAST_RATIO = 15.0
PAIRS = [(metric * SYSTEMS + system, metric * SYSTEMS) for metric in range(METRICS) for system in range(1, SYSTEMS)]


def mean(sample: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """The statistic as scipy calls it."""
    return np.asarray(np.mean(sample, axis=axis))


def scipy_bootstrap(columns: NDArray[np.float64], batch: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bounds, and two-sided p-values from the resampled means."""
    found = stats.bootstrap(
        (columns,),
        mean,
        axis=-1,
        vectorized=True,
        n_resamples=RESAMPLES,
        batch=batch,
        method="percentile",
        rng=np.random.default_rng(0),
    )
    draws = found.bootstrap_distribution
    beyond = np.minimum((draws <= 0).sum(axis=-1), (draws >= 0).sum(axis=-1))
    return np.stack(found.confidence_interval), np.minimum(1.0, 2 * (1 + beyond) / (1 + RESAMPLES))


def scipy_both(values: NDArray[np.float64], batch: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Every column and every pair; the bounds of the columns and the p-values of the pairs."""
    columns = np.ascontiguousarray(values.T)
    first, second = np.array(PAIRS).T
    bounds, _ = scipy_bootstrap(columns, batch)
    _, p_values = scipy_bootstrap(columns[first] - columns[second], batch)
    return bounds, p_values


def scipy_flips(values: NDArray[np.float64]) -> None:
    """The sign-flip test of five pairs."""
    for a, b in PAIRS[:5]:
        difference = values[:, a] - values[:, b]
        stats.permutation_test(
            (difference,), mean, permutation_type="samples", vectorized=True, n_resamples=9_999, batch=100
        )


def check(values: NDArray[np.float64]) -> None:
    """Both find the same bounds and p-values, up to the noise of 10,000 resamples."""
    ours = bootstrap_table(values, pairs=PAIRS, n_boot=RESAMPLES)
    bounds, p_values = scipy_both(values, 10)
    width = bounds[1] - bounds[0]
    assert np.abs(np.stack([ours.columns.low, ours.columns.high]) - bounds).max() < 0.08 * width.max()
    assert np.abs(ours.pairs.p_bootstrap - p_values).max() < 0.04


def peak_mb(values: NDArray[np.float64]) -> float:
    """Memory that the table takes at most."""
    tracemalloc.start()
    bootstrap_table(values, pairs=PAIRS, n_boot=RESAMPLES)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print(machine())
    rng = stream(0, "bootstrap speed")
    skill = rng.random((QUESTIONS, 1)) + 0.3 * rng.random((QUESTIONS, SYSTEMS * METRICS))
    values = skill / 1.3
    check(values)
    measured = cpu_ms(
        {
            "ours": lambda: bootstrap_table(values, pairs=PAIRS, n_boot=RESAMPLES, sign_flips=False),
            **{f"scipy, batch {batch}": lambda batch=batch: scipy_both(values, batch) for batch in BATCHES},
            "ours and 95 sign-flip tests": lambda: bootstrap_table(values, pairs=PAIRS, n_boot=RESAMPLES),
            "scipy's sign flips, five pairs": lambda: scipy_flips(values),
        },
        rounds=given.rounds,
    )
    show(f"{SYSTEMS} systems x {QUESTIONS} questions x {METRICS} metrics x {RESAMPLES} resamples", measured)
    ours, *others, _, _ = measured.values()
    ratio = min(others) / ours
    print(
        f"scipy at its best batch takes {ratio:.1f} times as long, at least {LEAST_RATIO:.0f} wanted; ours peaks at "
        f"{peak_mb(values):.0f} MB"
    )
    raise SystemExit(int(ratio < LEAST_RATIO))


if __name__ == "__main__":
    main()

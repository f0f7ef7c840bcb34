"""How often each unit is drawn when n of n are drawn with replacement, many times over and without a draw each.

A resample is a multinomial draw. Independent Poisson counts are multinomial once their total is known, so counts
with a total a little under n are drawn by inversion, and the few draws that are missing to n are added one by
one. That is exact to 32 bits (Johnson, Kotz and Balakrishnan 1997, Discrete Multivariate
Distributions, 35.3), and four times as fast as n draws and a count.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from cairn_nb.stats.values import Floats

# Smaller blocks fit a processor's cache better, but make the threads of a matrix product wait more often.
BLOCK_CELLS = 1_000_000
BLOCK_RESAMPLES = 1_000
# Under this many units the missing draws are most of the draws.
MANY_UNITS = 128
# The total is aimed this many standard deviations below n; it passes n once in 700 resamples, which are drawn anew.
ROOM = 3.0
WORDS = 1 << 32


def count_blocks(n: int, n_boot: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Blocks of at most 1,000 resamples; a row holds how often each of `n` units was drawn, and sums to `n`."""
    block = max(1, min(BLOCK_RESAMPLES, BLOCK_CELLS // max(n, 1)))
    draw = _one_by_one if n < MANY_UNITS else _by_poisson
    for start in range(0, n_boot, block):
        yield draw(n, min(block, n_boot - start), rng)


def _one_by_one(n: int, size: int, rng: np.random.Generator) -> Floats:
    drawn = rng.integers(0, n, size=(size, n)) + np.arange(size)[:, None] * n
    return np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def _by_poisson(n: int, size: int, rng: np.random.Generator) -> Floats:
    limits = _limits(1 - ROOM / sqrt(n))
    counts = _poisson(limits, (size, n), rng)
    totals = counts.sum(axis=1, dtype=np.int64)
    while (over := np.flatnonzero(totals > n)).size:
        counts[over] = _poisson(limits, (over.size, n), rng)
        totals[over] = counts[over].sum(axis=1, dtype=np.int64)
    missing = n - totals
    places = np.repeat(np.arange(size) * n, missing)
    places += rng.integers(0, n, size=len(places))
    np.add.at(counts.reshape(-1), places, np.uint8(1))
    return counts.astype(np.float64)


def _poisson(limits: NDArray[np.uint32], shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Poisson counts by inversion: how many of the limits a uniform word reaches."""
    cells = shape[0] * shape[1]
    words = rng.integers(0, 1 << 64, size=(cells + 1) // 2, dtype=np.uint64).view(np.uint32)[:cells]
    counts = np.zeros(cells, dtype=np.uint8)
    for limit in limits:
        counts += words >= limit
    return counts.reshape(shape)


def _limits(mean: float) -> NDArray[np.uint32]:
    """The distribution function at 0, 1, 2, ... in units of 2^-32, as far as it can be told from 1."""
    limits, term, cumulative = [], exp(-mean), exp(-mean)
    while (limit := round(cumulative * WORDS)) < WORDS:
        limits.append(limit)
        term *= mean / len(limits)
        cumulative += term
    return np.array(limits, dtype=np.uint32)

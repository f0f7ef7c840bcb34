"""Resampled mean differences of many pairs, each as it is by itself.

How often each cluster is drawn depends on the seed and on how many clusters there are, so pairs over equally many share
it. A pair is drawn with its larger side first and turned back after: b against a is a against b, mirrored.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

import numpy as np

from cairn_nb.seeds import stream
from cairn_nb.stats.counts import count_blocks
from cairn_nb.stats.values import Floats

DIGITS = 9


def orientation(sums: Floats) -> int:
    """1 or -1: how to turn differences so that a pair and its mirror image are one; by the mean, else the extremes."""
    whole = round(fsum(sums), DIGITS)
    if whole:
        return 1 if whole > 0 else -1
    ordered = np.sort(sums)
    beyond = np.round(ordered + ordered[::-1], DIGITS)
    uneven = beyond[beyond != 0]
    return -1 if uneven.size and uneven[0] < 0 else 1


def paired_draws(totals: Sequence[Floats], n_boot: int, seed: int) -> list[Floats]:
    """For each pair `n_boot` resampled ratios.

    Parameters
    ----------
    totals
        Sums and sizes of a pair's clusters, shape (clusters, 2), sorted and turned.
    n_boot, seed
        How many, and the seed.
    """
    found = [np.empty(n_boot) for _ in totals]
    for n_clusters in {len(pair) for pair in totals}:
        members = [place for place, pair in enumerate(totals) if len(pair) == n_clusters]
        start = 0
        for counts in count_blocks(n_clusters, n_boot, stream(seed, "paired bootstrap")):
            for place in members:
                tops, bottoms = (counts @ totals[place]).T
                found[place][start : start + len(counts)] = tops / bottoms
            start += len(counts)
    return found

"""Recall, precision, hit, MRR and nDCG at each k, from the ranks of the relevant documents alone.

Sources: Manning, Raghavan and Schuetze 2008, chapter 8; Jarvelin and Kekalainen 2002 for nDCG, with the gain
``2 ** grade - 1`` of Burges et al. 2005. trec_eval's nDCG takes the grade itself as the gain: `ndcg_linear`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.metrics.retrieval.judgements import Floats, Ints, Judgements

MEASURES = ("recall", "precision", "hit", "mrr", "ndcg", "ndcg_linear")


@dataclass(frozen=True)
class Hits:
    """The relevant documents that were retrieved: their places in the judgements, and their ranks from 1."""

    judged: Ints
    ranks: Ints


def at_cutoffs(judged: Judgements, hits: Hits, cutoffs: Sequence[int]) -> dict[str, Floats]:
    """Each measure at each cutoff, ``"recall@5"`` and so on, a value a query; NaN where nothing is relevant.

    Parameters
    ----------
    judged
        A query without hits gets 0 wherever it has a relevant document.
    cutoffs
        How many documents of each ranking are looked at; what a ranking lacks counts as not relevant.
    """
    within = hits.ranks <= max(cutoffs)
    found = Hits(hits.judged[within], hits.ranks[within])
    ideal = _ideal(judged, max(cutoffs))
    columns = _counted(judged, found, cutoffs)
    for name, gains in (("ndcg", np.exp2(judged.grades) - 1), ("ndcg_linear", judged.grades)):
        reached, best = _discounted(judged, found, gains, cutoffs), _discounted(judged, ideal, gains, cutoffs)
        for k in cutoffs:
            columns[f"{name}@{k}"] = reached[k] / np.where(best[k] > 0, best[k], 1)
    labelled = judged.n_relevant > 0
    return {name: np.where(labelled, columns[name], np.nan) for name in names(cutoffs)}


def names(cutoffs: Sequence[int]) -> list[str]:
    """The measures' columns in order: a measure's cutoffs stand together."""
    return [f"{name}@{k}" for name in MEASURES for k in cutoffs]


def _counted(judged: Judgements, found: Hits, cutoffs: Sequence[int]) -> dict[str, Floats]:
    first = np.full(len(judged.queries), np.inf)
    np.minimum.at(first, judged.rows[found.judged], found.ranks)
    counts = _within(judged, found, np.ones(len(found.ranks)), cutoffs)
    columns: dict[str, Floats] = {}
    for k in cutoffs:
        columns[f"recall@{k}"] = counts[k] / np.maximum(judged.n_relevant, 1)
        columns[f"precision@{k}"] = counts[k] / k
        columns[f"hit@{k}"] = (first <= k).astype(np.float64)
        columns[f"mrr@{k}"] = np.where(first <= k, 1 / first, 0.0)
    return columns


def _ideal(judged: Judgements, depth: int) -> Hits:
    """The relevant documents in the best order, as deep as it is looked at."""
    best = np.lexsort((-judged.grades, judged.rows))
    ranks = np.arange(len(best)) - judged.starts[judged.rows] + 1
    within = ranks <= depth
    return Hits(best[within], ranks[within])


def _discounted(judged: Judgements, hits: Hits, gains: Floats, cutoffs: Sequence[int]) -> dict[int, Floats]:
    """The sum of gain / log2(rank + 1) over each query's documents within each cutoff."""
    return _within(judged, hits, gains[hits.judged] / np.log2(hits.ranks + 1), cutoffs)


def _within(judged: Judgements, hits: Hits, weights: Floats, cutoffs: Sequence[int]) -> dict[int, Floats]:
    """The sum of each query's weights within each cutoff: one pass, then running sums from cutoff to cutoff."""
    steps = np.unique(cutoffs)
    cells = judged.rows[hits.judged] * len(steps) + np.searchsorted(steps, hits.ranks)
    sums = np.bincount(cells, weights=weights, minlength=len(judged.queries) * len(steps))
    running = sums.reshape(-1, len(steps)).cumsum(axis=1)
    return {k: running[:, np.searchsorted(steps, k)] for k in cutoffs}

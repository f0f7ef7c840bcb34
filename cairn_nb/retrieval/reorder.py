"""Rankings with the raw scores of every stage beside them, and what a reranker makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.retrieval.ordering import Rankings, Scores, as_quantised, quantised

Components = dict[str, Scores]


@dataclass(frozen=True)
class Scored:
    """Rankings, and each stage's own score of every entry; NaN where a stage has none."""

    rankings: Rankings
    components: Components

    def first(self, n: int) -> Scored:
        """The first `n` entries of each ranking."""
        kept = self.rankings.places < n
        components = {name: scores[kept] for name, scores in self.components.items()}
        return Scored(self.rankings.where(kept), components)

    def by_entry(self) -> list[dict[str, float]]:
        """Each entry's scores by stage."""
        columns = [(name, scores.tolist()) for name, scores in self.components.items()]
        return [
            {name: score for name, scores in columns if (score := scores[entry]) == score}  # NaN is not
            for entry in range(len(self.rankings))
        ]


def reordered(scored: Scored, rerank_scores: Sequence[Sequence[float]]) -> Scored:
    """Each question's first rows by a reranker's scores, the rest behind them as they were.

    Parameters
    ----------
    rerank_scores
        For each question one score for each of its first rows, higher is better. Scores equal to 1e-6 keep the
        order they had.
    """
    rankings = scored.rankings
    rerank = np.full(len(rankings), np.nan)
    order = np.arange(len(rankings))
    for start, given in zip(rankings.starts.tolist(), rerank_scores, strict=False):
        scores = as_quantised(np.array(given, dtype=np.float64))
        by_score = np.argsort(-quantised(scores), kind="stable")
        order[start : start + len(given)] = start + by_score
        rerank[start : start + len(given)] = scores[by_score]
    scores = np.where(np.isnan(rerank), rankings.scores[order], rerank)
    moved = {name: values[order] for name, values in scored.components.items()}
    return Scored(
        Rankings(rankings.queries, rankings.rows[order], scores, rankings.n_queries), moved | {"rerank": rerank}
    )

"""A ranking with the raw scores of every stage beside it, and what a reranker makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.retrieval.ordering import Ranking, Scores, as_quantised, quantised

Components = dict[str, Scores]


@dataclass(frozen=True)
class Scored:
    """A ranking, and each stage's own score of its rows; a stage that saw only the first rows has fewer."""

    ranking: Ranking
    components: Components

    def components_of(self, depth: int) -> list[dict[str, float]]:
        """The scores at the first places; a BM25 score of 0 says only that nothing is shared, and is left out."""
        columns = [(name, name == "bm25", scores[:depth].tolist()) for name, scores in self.components.items()]
        return [
            {
                name: values[place]
                for name, only_positive, values in columns
                if place < len(values) and (values[place] > 0 or not only_positive)
            }
            for place in range(depth)
        ]


def reordered(scored: Scored, rerank_scores: Sequence[float]) -> Scored:
    """The first rows by a reranker's scores, the rest behind them as they were.

    Parameters
    ----------
    rerank_scores
        One for each of the first rows, higher is better. Scores equal to 1e-6 keep the order they had.
    """
    ranking, top = scored.ranking, len(rerank_scores)
    scores = as_quantised(np.array(rerank_scores, dtype=np.float64))
    order = np.concatenate([np.argsort(-quantised(scores), kind="stable"), np.arange(top, len(ranking))])
    moved = {name: values[order] for name, values in scored.components.items()}
    moved["rerank"] = scores[order[:top]]
    return Scored(
        Ranking(ranking.rows[order], np.concatenate([moved["rerank"], ranking.scores[top:]])),
        moved,
    )

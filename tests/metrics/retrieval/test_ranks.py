from __future__ import annotations

import pytest

from cairn_nb.metrics.retrieval.ranks import ndcg_at, recall_at, reciprocal_rank


@pytest.mark.parametrize(
    ("rank", "recall_3", "ndcg", "reciprocal"),
    [
        (1, 1.0, 1.0, 1.0),
        (3, 1.0, 0.5, 1 / 3),  # 1 / log2(4)
        (4, 0.0, 0.430677, 0.25),  # 1 / log2(5)
        (10, 0.0, 0.289065, 0.1),  # 1 / log2(11)
        (11, 0.0, 0.0, 1 / 11),  # beyond the cutoff of nDCG, not of 1 / rank
        (None, 0.0, 0.0, 0.0),
    ],
)
def test_by_hand(rank: int | None, recall_3: float, ndcg: float, reciprocal: float) -> None:
    assert recall_at(rank, 3) == recall_3
    assert ndcg_at(rank) == pytest.approx(ndcg, abs=1e-6)
    assert reciprocal_rank(rank) == pytest.approx(reciprocal)

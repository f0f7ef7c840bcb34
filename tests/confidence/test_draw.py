from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.confidence.draw import one_per_document


def test_equal_documents_give_one_case_each() -> None:
    clusters = [f"d{i // 5}" for i in range(100)]
    drawn = one_per_document(clusters, seed=0)
    assert [clusters[i] for i in drawn] == [f"d{i}" for i in range(20)]


def test_every_case_of_a_document_has_the_same_chance() -> None:
    clusters = ["a"] * 4
    counts = np.bincount([int(one_per_document(clusters, seed=seed)[0]) for seed in range(2000)], minlength=4)
    assert counts.tolist() == pytest.approx([500] * 4, abs=80)  # four standard errors are 77


def test_cases_without_a_document_keep_their_share() -> None:
    # 60 documents of five and 100 questions by themselves: 3 to 1, so 20 of the 100 beside the 60.
    clusters = [f"d{i // 5}" for i in range(300)] + [f"case:{i}" for i in range(100)]
    alone = [int((one_per_document(clusters, seed=seed) >= 300).sum()) for seed in range(200)]
    assert np.mean(alone) == pytest.approx(20, abs=1)
    assert int((one_per_document(clusters, seed=0) < 300).sum()) == 60


def test_a_huge_document_does_not_cost_the_others() -> None:
    clusters = ["huge"] * 40 + [f"d{i // 5}" for i in range(100)]
    assert len(one_per_document(clusters, seed=0)) == 21


def test_with_ids_the_order_of_cases_does_not_matter() -> None:
    ids = [f"q{i}" for i in range(60)]
    clusters = [f"d{i % 7}" for i in range(60)]
    order = np.random.default_rng(0).permutation(60)
    straight = {ids[i] for i in one_per_document(clusters, seed=3, ids=ids)}
    mixed_ids = [ids[i] for i in order]
    mixed = {mixed_ids[i] for i in one_per_document([clusters[i] for i in order], seed=3, ids=mixed_ids)}
    assert straight == mixed

"""One comparison for every file: by document, and beside it the method's by plain questions."""

from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.decisions.reading.compared_pairs import METHOD, compared_pairs, paired_sides
from cairn_nb.decisions.reading.settings import Settings

SETTINGS = Settings(n_boot=200, seed=3)
DOCUMENTS = [f"d{i // 2}" for i in range(16)]
FIRST = np.array([1.0, 0.0, 1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.5, 1.0, 0.0, 1.0, 1.0, 0.5, 1.0])
OTHER = np.array([0.0, 0.0, 1.0, 0.5, 0.5, 0.0, 0.5, 1.0, 0.0, 0.5, 0.0, 0.0, 1.0, 0.5, 1.0, 0.0])


def test_the_first_minus_the_second_by_documents_and_by_questions() -> None:
    (found,) = compared_pairs([(FIRST, OTHER)], DOCUMENTS, SETTINGS, 1.0)
    # rises 1, .5, 1, 1, 1, .5, 1 and falls .5, .5 of 16 questions in 8 documents
    assert found.clustered.diff.value == pytest.approx((6.0 - 1.0) / 16)
    assert (found.clustered.wins, found.clustered.ties, found.clustered.losses) == (7, 7, 2)
    assert (found.clustered.diff.n_clusters, found.plain.diff.value) == (8, found.clustered.diff.value)
    assert found.plain.p_value is None and found.plain.p_bootstrap is not None


def test_a_pair_has_the_same_numbers_whatever_stands_beside_it() -> None:
    (alone,) = compared_pairs([(FIRST, OTHER)], DOCUMENTS, SETTINGS, 1.0)
    beside = compared_pairs([(OTHER, OTHER * 0.5), (FIRST, OTHER), (OTHER, FIRST)], DOCUMENTS, SETTINGS, 1.0)
    assert beside[1] == alone
    mirrored, diff = beside[2].clustered, alone.clustered.diff
    assert (mirrored.diff.value, mirrored.p_value) == (-(diff.value or 0), alone.clustered.p_value)


def test_where_every_question_differs_alike_documents_say_no_interval_and_the_method_one_without_width() -> None:
    (found,) = compared_pairs([(np.full(16, 0.75), np.full(16, 0.5))], DOCUMENTS, SETTINGS, None)
    assert (found.clustered.diff.value, found.clustered.diff.low, found.clustered.diff.high) == (0.25, None, None)
    assert (found.plain.diff.low, found.plain.diff.high, found.plain.diff.method) == (0.25, 0.25, METHOD)


def test_sides_are_columns_of_a_table() -> None:
    table = np.stack([FIRST, OTHER], axis=1)
    ((a, b),) = paired_sides(table, [(1, 0)])
    assert (a.tolist(), b.tolist()) == (OTHER.tolist(), FIRST.tolist())

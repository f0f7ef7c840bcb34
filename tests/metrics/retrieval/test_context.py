"""One case worked by hand for each row of the method's context table."""

from __future__ import annotations

import pytest

from cairn_nb.metrics.retrieval import context_precision, context_recall


@pytest.mark.parametrize(
    ("given", "relevant", "recall", "precision"),
    [
        # a twice and x once; a of the relevant a, b was seen. Chunks from a relevant document: two of three.
        (["a", "a", "x"], {"a", "b"}, 1 / 2, 2 / 3),
        (["a", "b"], {"a", "b"}, 2 / 2, 2 / 2),
        (["x"], {"a"}, 0 / 1, 0 / 1),
        # Nothing given: the evidence was not seen, and there is no share of nothing.
        ([], {"a"}, 0 / 1, None),
        # Nothing to find, as for an unanswerable question.
        (["a"], set(), None, None),
        ([], set(), None, None),
    ],
)
def test_by_hand(given: list[str], relevant: set[str], recall: float | None, precision: float | None) -> None:
    assert context_recall(given, relevant) == recall
    assert context_precision(given, relevant) == precision

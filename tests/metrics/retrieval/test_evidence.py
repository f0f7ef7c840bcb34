"""`evidence_recall@k`, and cases whose supports stand for each other or belong together."""

from __future__ import annotations

import pytest

from cairn_nb.metrics import retrieval
from cairn_nb.metrics.retrieval import Chunk
from cairn_nb.records import Support

RANKING = [
    Chunk("hr.md", "Employees accrue\n  18 days of Annual leave."),
    Chunk("travel.md", "Hotels are paid up to"),
    Chunk("travel.md", "150 euros a night. Trains first."),
]


def recall(k: int, *evidence: tuple[str, str]) -> float | None:
    return retrieval.evidence_recall([Support(doc=doc, quote=quote) for doc, quote in evidence], RANKING, k)


def test_the_share_of_quotes_found_in_the_top_k() -> None:
    both = ("hr.md", "18 days"), ("travel.md", "trains first")
    assert [recall(k, *both) for k in (1, 2, 3)] == [1 / 2, 1 / 2, 2 / 2]


def test_case_and_white_space_are_ignored() -> None:
    assert recall(1, ("hr.md", "accrue 18\tDAYS of annual  LEAVE")) == 1


def test_a_quote_counts_in_a_chunk_of_its_own_document_alone() -> None:
    assert recall(3, ("travel.md", "18 days")) == 0


def test_a_quote_split_across_two_chunks_is_missed() -> None:
    assert recall(3, ("travel.md", "up to 150 euros")) == 0


def test_a_question_without_evidence_has_no_value() -> None:
    assert recall(3) is None


def test_the_ranks_are_those_of_the_first_chunk_that_holds_it() -> None:
    quotes = [Support(doc="travel.md", quote=quote) for quote in ("hotels", "night", "planes")]
    assert retrieval.evidence_ranks(quotes, RANKING) == (2, 3, None)


@pytest.mark.parametrize(
    ("ranks", "first", "last"),
    [((3, 1, None), 1, None), ((3, 1), 1, 3), ((None, None), None, None), ((), None, None), ((4,), 4, 4)],
)
def test_any_of_is_the_first_and_all_of_the_last(
    ranks: tuple[int | None, ...], first: int | None, last: int | None
) -> None:
    assert retrieval.any_of(ranks) == first
    assert retrieval.all_of(ranks) == last


def test_every_group_needs_one_of_its_supports() -> None:
    groups = [(7, 2), (5, None)]  # satisfied at 2 and at 5
    assert retrieval.groups_rank(groups) == 5
    assert [retrieval.groups_found(groups, k) for k in (1, 2, 4, 5)] == [0, 1 / 2, 1 / 2, 1]
    assert retrieval.groups_rank([*groups, (None,)]) is None
    assert retrieval.groups_found([*groups, (None,)], 10) == 2 / 3
    assert retrieval.groups_found([], 5) is None

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.golden.clusters import cluster_id
from cairn_nb.golden.split import split_cases
from cairn_nb.records import Case, Support


def cases(answerable: int, unanswerable: int, documents: int = 5) -> list[Case]:
    good = [
        Case(id=f"a{n}", question="?", expected_answer="x", support=(Support(doc=f"d{n % documents}", quote="q"),))
        for n in range(answerable)
    ]
    return good + [Case(id=f"u{n}", question="?", answerable=False) for n in range(unanswerable)]


def ids(part: tuple[Case, ...]) -> set[str]:
    return {case.id for case in part}


def test_each_stratum_is_shared_out_alike() -> None:
    # floor(0.4·90 + 0.5) = 36 and floor(0.4·30 + 0.5) = 12.
    split = split_cases(cases(90, 30), share=0.4, seed=7)
    assert sum(case.answerable for case in split.calibration) == 36
    assert sum(not case.answerable for case in split.calibration) == 12
    assert len(split.evaluation) == 72


@given(st.integers(0, 40), st.integers(0, 40), st.sampled_from([0.1, 0.25, 0.4, 0.5, 0.9]), st.integers(0, 99))
def test_parts_are_disjoint_complete_in_order_and_of_the_promised_size(n: int, m: int, share: float, seed: int) -> None:
    rows = cases(n, m)
    split = split_cases(rows, share=share, seed=seed)
    merged = sorted([*split.calibration, *split.evaluation], key=rows.index)
    assert merged == rows
    assert list(split.calibration) == [case for case in rows if case.id in ids(split.calibration)]
    expected = math.floor(share * n + 0.5) + math.floor(share * m + 0.5)
    assert len(split.calibration) == expected


@given(st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_rows_does_not_matter(random: Any, by_document: bool) -> None:
    rows = cases(30, 10)
    shuffled = random.sample(rows, len(rows))
    first, second = (split_cases(order, share=0.4, seed=7, by_document=by_document) for order in (rows, shuffled))
    assert ids(first.calibration) == ids(second.calibration)


def test_another_seed_is_another_split_and_a_new_case_moves_at_most_one_other() -> None:
    rows = cases(90, 30)
    first = ids(split_cases(rows, share=0.4, seed=7).calibration)
    assert ids(split_cases(rows, share=0.4, seed=8).calibration) != first
    added = ids(split_cases([*rows, cases(91, 0)[-1]], share=0.4, seed=7).calibration)
    assert len(first - added) <= 1


@given(st.integers(1, 60), st.integers(0, 20), st.integers(1, 20), st.integers(0, 50))
def test_a_document_stays_on_one_side(n: int, m: int, documents: int, seed: int) -> None:
    split = split_cases(cases(n, m, documents), share=0.4, seed=seed, by_document=True)
    calibration, evaluation = ({cluster_id(case) for case in part} for part in (split.calibration, split.evaluation))
    assert not calibration & evaluation
    assert len(split.calibration) + len(split.evaluation) == n + m


def test_whole_documents_meet_the_share_as_nearly_as_they_can() -> None:
    # 60 answerable cases about 20 documents of 3: 24 wanted, 8 documents give it exactly.
    split = split_cases(cases(60, 20, documents=20), share=0.4, seed=1, by_document=True)
    assert sum(case.answerable for case in split.calibration) == 24
    assert sum(not case.answerable for case in split.calibration) == 8


def test_a_document_larger_than_the_share_leaves_the_others_to_meet_it() -> None:
    # One document has 10 of 15 cases; 6 are wanted, so of documents of 1 five can come, which is nearer than 10.
    support = [("big", n) for n in range(10)] + [(f"small{n}", 10 + n) for n in range(5)]
    rows = [
        Case(id=f"c{n}", question="?", expected_answer="x", support=(Support(doc=doc, quote="q"),))
        for doc, n in support
    ]
    for seed in range(20):
        assert len(split_cases(rows, share=0.4, seed=seed, by_document=True).calibration) in {5, 10}


@pytest.mark.parametrize("share", [0.0, 1.0, -0.1, float("nan")])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match="above 0 and below 1"):
        split_cases(cases(2, 2), share=share, seed=0)


def test_a_case_without_support_is_a_cluster_by_itself() -> None:
    first, unanswerable = cases(1, 1)
    assert (cluster_id(first), cluster_id(unanswerable)) == ("d0", "case:u0")

"""Why a row failed: a case for each row of the table, the edges between them, and that every row gets one type."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.decisions.failures.types import FAILURE_TYPES, failure_label, failure_of, failure_type
from cairn_nb.records import AXES, CaseRow, Outcome, Status
from tests.decisions.labelled_rows import RIGHT, WRONG, answer, axes, missed, refusal
from tests.report_factory import abstained_row, answered_row, failed_row

DEFINITIONS = Path(__file__).parents[3] / "docs/definitions.md"
DATE: dict[str, Any] = {"answer_type": "date", "keyword_recall": 0.0}
TWO: dict[str, Any] = {"relevant_documents": {"a": 1.0, "z": 1.0}}  # only `a` is given: context recall 1/2
TABLE = {
    "no_failure": [
        answer((3.5, 3, 0, 0, 0)),
        answer(WRONG, answerable=False, refused=True),
        # Right enough not to be below the bar, not well enough for a gap: answer score (5 + 3 + 3 + 3 + 3) / 5 = 3.4.
        answer((5, 3, 3, 3, 3), **missed()),
    ],
    "retrieval_miss": [answer(WRONG, **missed()), refusal(**missed()), answer(WRONG, **missed(is_hallucinated=True))],
    "bad_reranking": [answer(WRONG, given_documents=("b",)), refusal(given_documents=("b",))],
    "possible_qrels_gap": [
        answer(RIGHT, **missed()),
        answer((2, 4, 4, 5, 5), **missed()),  # (2 + 4 + 4 + 5 + 5) / 5 = 4
        answer(RIGHT, given_documents=("b", "c")),
    ],
    "over_refusal": [
        refusal(),
        abstained_row("q", **axes((0,) * 5), relevant_documents={"a": 1}, given_documents=["a"]),
    ],
    "insufficient_context": [
        answer(WRONG, **TWO),
        refusal(**TWO),
        answer(WRONG, **TWO, is_hallucinated=True),
        answer(WRONG, ranked_documents=(), given_documents=()),
        refusal(ranked_documents=(), given_documents=()),
    ],
    "answer_hallucination": [
        answer((3, 2, 3, 3, 3), is_hallucinated=True),
        answer(RIGHT, answerable=False),
        answer((1.9, 4, 0, 0, 0), is_supported_by_context=False),
        answer((1.9, 2.9, 0, 0, 0), is_supported_by_context=None),
    ],
    "wrong_date": [answer(WRONG, **DATE), answer(WRONG, **{**DATE, "keyword_recall": 0.5, "answer_type": " Date "})],
    "wrong_entity": [
        answer(WRONG, **{**DATE, "answer_type": kind}) for kind in ("entity", "person", "name", "organization")
    ],
    "partial_answer": [
        answer((3, 4, 1, 3, 2)),
        answer((5, 2.9, 5, 5, 5), **TWO),  # right, and below the bar by its support alone
        answer(WRONG, **{**DATE, "keyword_recall": 1.0}),
        answer(WRONG, **{**DATE, "keyword_recall": None}),
        answer(WRONG, **{**DATE, "answer_type": "number"}),
        answer((5, 2.9, 5, 5, 5), **DATE),
        answer((2, 4, 0, 0, 0), is_supported_by_context=False),
    ],
    "format_error": [answer(WRONG, answer_text=" \n"), answer(RIGHT, answer_text="", answerable=False)],
    "run_error": [failed_row("q"), failed_row("q", error_kind="timeout", **axes(RIGHT))],
}


@pytest.mark.parametrize(("name", "row"), [(name, row) for name, rows in TABLE.items() for row in rows])
def test_each_row_of_the_table(name: str, row: CaseRow) -> None:
    assert failure_type(row) == name


def test_the_table_is_whole() -> None:
    assert tuple(TABLE) == FAILURE_TYPES


def test_hit_at_primary_k_stands_in_where_the_context_was_not_measured() -> None:
    row = refusal(given_documents=(), ranked_documents=("b", "c", "d", "e", "f", "a"))
    assert failure_type(row) == "bad_reranking"  # Hit@5 = 0, and the sixth rank holds it
    assert failure_type(row, primary_k=6) == "over_refusal"  # Hit@6 = 1
    assert failure_type(row.changed(ranked_documents=("b",))) == "retrieval_miss"


def test_a_generator_that_was_given_nothing_saw_nothing() -> None:
    """Its context recall was measured and is 0: the ranking does not stand in for it."""
    row = refusal(given_documents=(), outcomes={"context_recall": Outcome.SCORED})
    assert failure_type(row) == "bad_reranking"


def test_a_ranking_that_came_back_empty_missed() -> None:
    """Not so of a system that retrieves nothing at all."""
    row = refusal(given_documents=(), ranked_documents=(), outcomes={"ranked_documents": Outcome.SCORED})
    assert failure_type(row) == "retrieval_miss"


@pytest.mark.parametrize("unlabelled", [True, False])
def test_without_labels_or_without_retrieval_nothing_counts_as_missed(unlabelled: bool) -> None:
    """Neither has a miss or a gap in its labels."""
    nothing: dict[str, Any] = {"retrieved_support_rank": None, "support_located": None}
    if unlabelled:
        nothing["relevant_documents"] = {}
    else:
        nothing |= {"ranked_documents": (), "given_documents": ()}
    found = [failure_type(answer(grades, **nothing)) for grades in (RIGHT, WRONG)]
    assert found == ["no_failure", "insufficient_context"]
    assert failure_type(refusal(**nothing)) == "insufficient_context"


def test_an_empty_text_of_one_that_says_that_it_abstains_is_a_refusal() -> None:
    row = abstained_row("q", answer_text="", refused=True, answerable=False)
    assert failure_type(row) == "no_failure"
    assert failure_type(row.changed(refused=False)) == "format_error"
    assert failure_type(row.changed(outcomes={"status": Outcome.UNPARSED})) == "format_error"


def test_of_a_ranking_alone_only_what_was_ranked_can_fail() -> None:
    """Nothing was given to anybody: its first five stand in."""
    ranked = tuple("bcdefa")
    row = answer(WRONG, answer_text="", outcomes={"status": Outcome.NOT_APPLICABLE}, axes={}, answer_score=None)
    assert failure_type(row) == "no_failure"
    assert failure_type(row.changed(ranked_documents=ranked, given_documents=ranked)) == "bad_reranking"
    assert failure_type(row.changed(**missed())) == "retrieval_miss"
    assert failure_type(row.changed(**missed(), answerable=False)) == "no_failure"


@pytest.mark.parametrize(
    ("row", "found"),
    [
        (answered_row("a"), "no_failure"),
        (answered_row("a", judge=0.1), "partial_answer"),
        (answered_row("a", judge=0.1, retrieved_support_rank=None), "retrieval_miss"),
        (answered_row("a", judge=0.1, retrieved_support_rank=6), "bad_reranking"),
        (answered_row("a", judge=0.1, retrieved_support_rank=None, support_located=None), "insufficient_context"),
        (answered_row("a", judge=0.1, claims=(0, 2)), "answer_hallucination"),
        (answered_row("a", claims=(1, 2)), "partial_answer"),
        (answered_row("a", claims=(0, 0)), "no_failure"),
        (answered_row("a", claims_total=None, claims_supported=None, citation_validity=0.5), "partial_answer"),
        (answered_row("a", retrieved_support_rank=None), "no_failure"),
        (answered_row("a", answerable=False), "answer_hallucination"),
        (answered_row("a", judge=None).changed(correct=None), "no_failure"),
        (abstained_row("a", answerable=False), "no_failure"),
        (abstained_row("a"), "over_refusal"),
        (abstained_row("a", retrieved_support_rank=None), "retrieval_miss"),
        (abstained_row("a", retrieved_support_rank=None, support_located=None), "insufficient_context"),
    ],
)
def test_of_a_row_without_axes_what_an_earlier_report_says_stands_in(row: CaseRow, found: str) -> None:
    assert failure_type(row) == found


def test_a_reports_own_type_is_kept() -> None:
    row = answer(RIGHT)
    assert [failure_of(row), failure_of(row.changed(failure_type="over_refusal"))] == ["no_failure", "over_refusal"]


GRADE = st.floats(0, 5)
DOCUMENTS = st.lists(st.sampled_from("abcdefg"), max_size=7, unique=True)
ROWS = st.fixed_dictionaries(
    {
        "case_id": st.just("q"),
        "answerable": st.booleans(),
        "status": st.sampled_from(Status),
        "answer_text": st.sampled_from(["", " ", "an answer"]),
        "refused": st.sampled_from([None, True, False]),
        "axes": st.one_of(st.just({}), st.fixed_dictionaries(dict.fromkeys(AXES, GRADE)), st.just({"relevance": 3.0})),
        "answer_score": st.none() | GRADE,
        "is_supported_by_context": st.sampled_from([None, True, False]),
        "is_hallucinated": st.sampled_from([None, True, False]),
        "keyword_recall": st.none() | st.floats(0, 1),
        "answer_type": st.sampled_from([None, "date", "person", "number"]),
        "ranked_documents": DOCUMENTS,
        "given_documents": DOCUMENTS,
        "relevant_documents": DOCUMENTS.map(lambda names: dict.fromkeys(names, 1.0)),
        "correct": st.sampled_from([None, True, False]),
        "support_located": st.sampled_from([None, True, False]),
        "retrieved_support_rank": st.none() | st.integers(1, 12),
        "outcomes": st.sampled_from(
            [{}, {"status": Outcome.NOT_APPLICABLE}, {"status": Outcome.UNPARSED}, {"context_recall": Outcome.SCORED}]
        ),
    }
)


@given(ROWS, st.integers(1, 10))
def test_every_row_gets_exactly_one_known_type(fields: dict[str, Any], primary_k: int) -> None:
    row = CaseRow(**fields)
    found = failure_type(row, primary_k=primary_k)
    assert found in FAILURE_TYPES
    assert (found == "run_error") == (row.status is Status.ERROR)
    assert row.relevant_documents or found != "possible_qrels_gap"


def test_labels_are_words() -> None:
    assert [failure_label(name) for name in ("bad_reranking", "run_error")] == ["bad reranking", "run error"]


def test_every_type_is_defined() -> None:
    text = DEFINITIONS.read_text(encoding="utf-8").split("## Failure types")[1].split("\n## ")[0]
    assert all(f"`{name}`" in text for name in FAILURE_TYPES)

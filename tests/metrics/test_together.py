"""Measures read together are each of them: a row's status, refusal, grades and gaps change none of that."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.metrics.measured import MeasuredRows, measure
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.metrics.together import ALL_TOGETHER, TOGETHER, Together
from cairn_nb.records import AXES, CaseRow, Outcome, Status
from tests.report_factory import answered_row

SHARES = st.none() | st.sampled_from((0.0, 0.25, 1.0))
RANKS = st.none() | st.integers(1, 12)
STATED = (
    *("status", "answer_score", "retrieved_support_rank", "ranked_documents", "context_recall", "token_f1"),
    *("correct", "faithful", "citation_validity", "claim_support_rate"),
)
ROWS = st.fixed_dictionaries(
    {
        "status": st.sampled_from(Status),
        "answerable": st.booleans(),
        "refused": st.none() | st.booleans(),
        "support_located": st.none() | st.booleans(),
        "retrieved_support_rank": RANKS,
        "evidence_ranks": st.lists(RANKS, max_size=3),
        "ranked_documents": st.lists(st.sampled_from("abcd"), max_size=4, unique=True),
        "given_documents": st.lists(st.sampled_from("abcd"), max_size=4),
        "relevant_documents": st.dictionaries(st.sampled_from("abcd"), st.sampled_from((1.0, 2.0)), max_size=3),
        "exact_match": SHARES,
        "token_f1": SHARES,
        "token_f1_uncited": SHARES,
        "keyword_recall": SHARES,
        "judge_score": SHARES,
        "correct": st.none() | st.booleans(),
        "claims_total": st.none() | st.integers(0, 3),
        "claims_supported": st.none() | st.just(0),
        "citation_validity": SHARES,
        "faithful": st.none() | st.booleans(),
        "claim_support_rate": SHARES,
        "unsupported_claims": st.none() | st.integers(0, 2),
        "answer_score": st.none() | st.just(2.5),
        "axes": st.dictionaries(st.sampled_from(AXES), st.sampled_from((0.0, 3.5)), max_size=5),
        "outcomes": st.dictionaries(st.sampled_from(STATED), st.sampled_from(Outcome), max_size=4),
    }
).map(lambda fields: answered_row("q", **fields))


@pytest.mark.parametrize("together", ALL_TOGETHER, ids=lambda together: together.of_row.__name__)
@given(row=ROWS)
def test_what_is_read_together_is_what_each_measure_says(together: Together, row: CaseRow) -> None:
    assert together.of_row(row) == tuple(measuring(row) for measuring in together.measures)


@given(st.lists(ROWS, max_size=5))
def test_columns_of_rows_that_remember_are_those_of_rows_that_do_not(rows: list[CaseRow]) -> None:
    remembering = MeasuredRows(rows)
    for measuring in MEASUREMENTS.values():
        (values, missing), (again, counted) = measure(remembering, measuring), measure(rows, measuring)
        assert (values.tobytes(), missing) == (again.tobytes(), counted)


def test_two_readings_share_no_measure() -> None:
    assert len(TOGETHER) == sum(len(together.measures) for together in ALL_TOGETHER)

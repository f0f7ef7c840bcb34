"""One row's measures of documents are those of whole rankings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.metrics.documents import CUTOFFS, DOCUMENTS, MEASURES, OF_RANKING, of_ranking
from cairn_nb.metrics.measured import MeasuredRows, measure
from cairn_nb.metrics.retrieval import as_run, evaluate
from cairn_nb.records import CaseRow, Status
from tests.report_factory import answered_row

NAMES = st.sampled_from("abcdefghijklmnop")


@given(st.lists(NAMES, min_size=1, unique=True), st.dictionaries(NAMES, st.integers(1, 4), min_size=1))
def test_one_row_has_the_values_of_the_table_of_many(ranked: list[str], relevant: dict[str, int]) -> None:
    row = answered_row("q", ranked_documents=ranked, relevant_documents=relevant)
    table = evaluate({"q": dict(relevant)}, as_run({"q": ranked}), CUTOFFS).loc["q"]
    for name in MEASURES:
        for k in CUTOFFS:
            assert DOCUMENTS[f"document_{name}_at_{k}"](row) == pytest.approx(table[f"{name}@{k}"], abs=1e-12)


RANKINGS = st.builds(
    lambda ranked, relevant, status: answered_row(
        "q", ranked_documents=ranked, relevant_documents=relevant, status=status
    ),
    st.lists(NAMES, max_size=14),
    st.dictionaries(NAMES, st.sampled_from((1.0, 2.0, 2.5, 4.0)), max_size=12),
    st.sampled_from((Status.ANSWERED, Status.ABSTAINED, Status.ERROR)),
)


@given(RANKINGS)
def test_all_measures_of_a_ranking_at_once_are_each_of_them(row: CaseRow) -> None:
    assert of_ranking(row) == tuple(measuring(row) for measuring in OF_RANKING)


@given(st.lists(RANKINGS, min_size=1, max_size=5))
def test_rows_that_remember_have_the_columns_of_rows_that_do_not(rows: list[CaseRow]) -> None:
    remembering = MeasuredRows(rows)
    for measuring in DOCUMENTS.values():
        (values, missing), (again, counted) = measure(remembering, measuring), measure(rows, measuring)
        assert (values.tobytes(), missing) == (again.tobytes(), counted)

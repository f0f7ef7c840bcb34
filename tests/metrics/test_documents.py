"""One row's measures of documents are those of whole rankings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.metrics.documents import CUTOFFS, DOCUMENTS, MEASURES
from cairn_nb.metrics.retrieval import as_run, evaluate
from tests.report_factory import answered_row

NAMES = st.sampled_from("abcdefghijklmnop")


@given(st.lists(NAMES, min_size=1, unique=True), st.dictionaries(NAMES, st.integers(1, 4), min_size=1))
def test_one_row_has_the_values_of_the_table_of_many(ranked: list[str], relevant: dict[str, int]) -> None:
    row = answered_row("q", ranked_documents=ranked, relevant_documents=relevant)
    table = evaluate({"q": dict(relevant)}, as_run({"q": ranked}), CUTOFFS).loc["q"]
    for name in MEASURES:
        for k in CUTOFFS:
            assert DOCUMENTS[f"document_{name}_at_{k}"](row) == pytest.approx(table[f"{name}@{k}"], abs=1e-12)

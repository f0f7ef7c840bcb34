"""Records: frozen, closed, finite, and changed only by a checked copy."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from cairn_nb.records import Answer, CaseRow, Estimate, Report, Status, Step, Usage


def test_a_changed_copy_is_checked_like_a_new_record() -> None:
    estimate = Estimate(value=0.5, low=0.4, high=0.6, n=10)
    assert estimate.changed(value=0.55).value == 0.55
    with pytest.raises(ValidationError):
        estimate.changed(level=1.5)
    with pytest.raises(ValidationError):
        estimate.value = 1.0  # type: ignore[misc]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_not_finite_is_refused(value: float) -> None:
    with pytest.raises(ValidationError):
        Estimate(value=value)
    with pytest.raises(ValidationError):
        CaseRow(case_id="a", answerable=True, status=Status.ANSWERED, confidence=value)


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(value=0.8421, low=0.801, high=0.879, n=9), "0.842 [0.801, 0.879]"),
        (Estimate(value=0.5), "0.500"),
        (Estimate(value=None), "n/a"),
    ],
)
def test_an_estimate_prints_with_its_interval(estimate: Estimate, text: str) -> None:
    assert str(estimate) == text


def test_an_answer_without_a_price_has_no_cost_rather_than_none_spent() -> None:
    priced, unpriced = Step(stage="generate", cost_usd=0.25), Step(stage="rewrite", cost_usd=None)
    answer = Answer(question="q", status=Status.ANSWERED, text="t", steps=(priced, priced))
    assert answer.cost_usd == 0.5  # 0.25 + 0.25
    assert answer.changed(steps=(priced, unpriced)).cost_usd is None


def test_usage_adds_each_bucket() -> None:
    total = Usage(input_tokens=1, output_tokens=2) + Usage(input_tokens=10, cache_read_tokens=3, cache_write_tokens=4)
    assert (total.input_tokens, total.output_tokens, total.total_tokens) == (11, 2, 20)


def test_a_reports_rows_are_a_frame_with_every_column_even_when_empty() -> None:
    empty = Report(
        cairn_version="0",
        config_name="a",
        config_hash="0",
        corpus_hash="0",
        golden_version="1",
        n_cases=0,
        retrieval={},
        answer={},
        abstention={"alpha": 0.1},
        operational={},
    )
    assert list(empty.cases.columns) == list(CaseRow.model_fields)
    assert len(empty.cases) == 0

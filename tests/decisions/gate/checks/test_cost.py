"""A cost that is not known is not a cost of zero."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.gate.gate import gate
from tests.report_factory import answered_rows, build_report

PRICED, UNPRICED = build_report(answered_rows(5)), build_report(answered_rows(5, cost_usd=None))


@pytest.mark.parametrize(
    ("baseline", "candidate", "who"),
    [
        (PRICED, UNPRICED, "the candidate"),
        (UNPRICED, PRICED, "the baseline"),
        (UNPRICED, UNPRICED, "each report"),
    ],
)
def test_an_unpriced_model_is_a_note(baseline, candidate, who: str) -> None:  # type: ignore[no-untyped-def]
    verdict = gate(baseline, candidate)
    assert verdict.promote is True
    assert (
        f"cost per question was not gated: {who} has no known cost (a model without a price, or a case that failed)."
        in verdict.notes
    )
    assert verdict.deltas["cost_per_question_usd_relative"] is None

"""Every measure of a report as an estimate, also where an earlier cairn wrote the numbers alone."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.reading.aggregates import aggregates
from cairn_nb.decisions.reading.estimated import estimated
from cairn_nb.metrics import sections
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.records import Report
from tests.report_factory import abstained_row, answered_row, build_report, earlier_json

ROWS = [*(answered_row(f"c{i}", judge=0.1 * i) for i in range(10)), abstained_row("no")]


def test_every_measure_of_the_catalogue_is_there() -> None:
    assert set(aggregates(build_report(ROWS))) == set(CATALOG)


def test_a_reports_own_estimates_are_shown_as_they_are() -> None:
    known = sections.estimates(ROWS, n_boot=200)
    assert estimated(build_report(ROWS, estimates=known)) == {name: known[name] for name in CATALOG}


def test_an_earlier_report_has_intervals_where_its_rows_allow() -> None:
    found = estimated(Report.model_validate(earlier_json(build_report(ROWS))))
    assert found["judge_score"].value == pytest.approx(0.45)
    assert found["judge_score"].low is not None
    assert found["exact_match"].value == 0 and found["exact_match"].low is None


def test_a_zero_that_an_earlier_cairn_wrote_for_a_share_of_nothing_is_none() -> None:
    earlier = Report.model_validate(earlier_json(build_report([abstained_row("a")])))
    assert earlier.answer.faithfulness == 0 and earlier.abstention.unanswerable_abstained_rate == 0
    found = estimated(earlier)
    none = [name for name, estimate in found.items() if estimate.value is None]
    assert {"faithfulness", "token_f1", "error_rate_answered", "unanswerable_abstained_rate"} <= set(none)
    assert found["answer_rate"].value == 0

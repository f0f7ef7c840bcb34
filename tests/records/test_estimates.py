from __future__ import annotations

import pickle

import pytest

from cairn_nb.errors import CairnError, UnknownEstimateError
from cairn_nb.records import CaseRow, Estimate, Report, Status
from tests.report_factory import build_report

FIVE = Estimate(value=0.9)


def report(**estimates: Estimate) -> Report:
    return build_report([CaseRow(case_id="a", answerable=True, status=Status.ERROR)], estimates=estimates)


@pytest.mark.parametrize("name", ["recall_at_5", "recall@5", "Recall@5", " recall@5 "])
def test_either_spelling_names_the_estimate(name: str) -> None:
    assert report(recall_at_5=FIVE).estimates[name] == FIVE


def test_an_unknown_name_is_an_error_that_lists_the_nearest() -> None:
    estimates = report(judge_score=FIVE, recall_at_5=FIVE, recall_at_10=FIVE, mrr=FIVE).estimates
    with pytest.raises(UnknownEstimateError) as caught:
        estimates["recall@7"]
    assert str(caught.value) == "there is no estimate 'recall@7' (there are recall_at_5, recall_at_10)"
    assert isinstance(caught.value, KeyError) and isinstance(caught.value, CairnError)
    with pytest.raises(UnknownEstimateError, match=r"there are judge_score, mrr, recall_at_10, recall_at_5"):
        estimates["zzz"]
    with pytest.raises(UnknownEstimateError, match="an earlier cairn's report has no estimates"):
        report().estimates["mrr"]


def test_it_is_a_dict_otherwise() -> None:
    written = report(recall_at_5=FIVE)
    assert written.estimates == {"recall_at_5": FIVE}
    assert written.estimates.get("recall@5") is None and "recall@5" not in written.estimates
    again = Report.model_validate_json(written.model_dump_json())
    assert again.estimates["recall@5"] == FIVE
    assert pickle.loads(pickle.dumps(written)).estimates["recall@5"] == FIVE
    assert written.changed(n_errors=1).estimates["recall@5"] == FIVE

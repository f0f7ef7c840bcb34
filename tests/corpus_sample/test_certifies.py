"""The whole loop on the sample: large enough, and hard enough, for the default configuration to be worth running."""

from pathlib import Path

import pytest

from cairn_nb import api
from cairn_nb.records.report import Report

pytestmark = pytest.mark.slow

CONFIG = """
name: default
corpus: {sample}/corpus
golden: {sample}/cases.jsonl
index: {{dir: .cairn/index}}
calibration: {{alpha: 0.20, delta: 0.05, split: 0.4, dir: .cairn/calibration}}
"""


@pytest.fixture(scope="module")
def report(sample_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """The default configuration's report on the evaluation slice."""
    folder = tmp_path_factory.mktemp("project")
    path = folder / "default.yaml"
    path.write_text(CONFIG.format(sample=sample_dir.as_posix()), encoding="utf-8")
    config = api.load_config(path)
    api.ingest(config)
    record = api.calibrate(config)
    assert record.threshold is not None, record.shortfall
    assert record.sensitivity is not None
    assert record.sensitivity.n_certified == record.sensitivity.n_splits
    return api.evaluate(config, reports_dir=folder / "reports")


def test_it_certifies_with_more_than_half_of_the_questions_answered(report: Report) -> None:
    assert report.abstention.guarantee_met
    assert (report.abstention.answer_rate or 0) > 0.5


def test_search_is_good_and_not_perfect(report: Report) -> None:
    assert report.retrieval.n_unlocated == 0
    assert 0.85 <= (report.retrieval.recall_at_k["5"] or 0) <= 0.98


def test_the_stub_is_right_on_most_and_not_on_all(report: Report) -> None:
    judged = [row for row in report.per_case if row.answerable and row.correct is not None]
    assert 0.85 <= sum(bool(row.correct) for row in judged) / len(judged) <= 0.98


def test_every_kind_of_unanswerable_question_is_mostly_left_unanswered(report: Report) -> None:
    for kind in ("absent", "false_premise", "out_of_date"):
        rows = [row for row in report.per_case if row.category == kind]
        assert sum(row.status == "abstained" for row in rows) > len(rows) / 2, kind

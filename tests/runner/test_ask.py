from __future__ import annotations

import asyncio
import logging

import pytest

from cairn_nb.errors import InputError
from cairn_nb.records import Status
from cairn_nb.runner.ask import aask
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from tests.runner.conftest import MakeProject, Project

QUESTION = "What is the notice period of the amber team?"


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def test_it_answers_as_an_evaluation_does(project: Project) -> None:
    config = project.config()
    record = asyncio.run(acalibrate(config))
    answer = asyncio.run(aask(config, QUESTION))
    report = asyncio.run(aevaluate(config, split="all", reports_dir=project.reports))
    row = next(row for row in report.per_case if row.question == QUESTION)
    assert (answer.text, answer.confidence, answer.status) == (row.answer_text, row.confidence, row.status)
    assert answer.threshold == record.threshold
    assert "10 days" in answer.text
    assert all(claim.supported for claim in answer.claims)


def test_below_a_given_threshold_it_abstains_and_keeps_the_closest_passages(project: Project) -> None:
    answer = asyncio.run(aask(project.config(), QUESTION, threshold=1.0))
    assert answer.status is Status.ABSTAINED
    assert answer.text == project.config().generation.abstain_text
    assert answer.claims == ()
    assert answer.passages[0].source == "amber.md"


def test_without_a_record_it_says_so(project: Project, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        asyncio.run(aask(project.config(), QUESTION))
    assert "no calibration record" in caplog.text


def test_without_a_golden_set_a_record_is_not_applied(project: Project, caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(acalibrate(project.config()))
    (project.folder / "cases.jsonl").unlink()
    with caplog.at_level(logging.WARNING):
        answer = asyncio.run(aask(project.config(), QUESTION))
    assert (answer.status, answer.threshold) == (Status.ANSWERED, None)
    assert "golden set of a calibration record cannot be checked" in caplog.text
    assert "no such golden set" in caplog.text


def test_a_given_threshold_needs_no_golden_set(project: Project, caplog: pytest.LogCaptureFixture) -> None:
    (project.folder / "cases.jsonl").write_text("not a case\n")
    with caplog.at_level(logging.WARNING):
        answer = asyncio.run(aask(project.config(), QUESTION, threshold=0.0))
    assert (answer.status, answer.threshold) == (Status.ANSWERED, 0.0)
    assert not caplog.text


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_refused(project: Project, question: str) -> None:
    with pytest.raises(InputError, match="empty"):
        asyncio.run(aask(project.config(), question))


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_threshold_that_is_no_share_is_refused(project: Project, threshold: float) -> None:
    with pytest.raises(InputError, match="from 0 to 1"):
        asyncio.run(aask(project.config(), QUESTION, threshold=threshold))

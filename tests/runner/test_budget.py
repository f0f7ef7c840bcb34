"""A cap on what a run is charged, against a real server: what is kept, what is refused, what a higher cap pays for."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cairn_nb.config import Config
from cairn_nb.decisions.gate.gate import gate
from cairn_nb.errors import BudgetError, InputError
from cairn_nb.records import Report
from cairn_nb.records.answer import Step
from cairn_nb.runner.bench import abench
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.timing import without_timing
from tests.runner.conftest import MakeProject, ModelServer, Project

CALL_USD = (100 * 1.0 + 10 * 2.0) / 1e6  # the server says 100 tokens in and 10 out; the price is 1 and 2 USD a million


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def evaluate(project: Project, config: Config, **asked: Any) -> Report:
    return asyncio.run(aevaluate(config, split="all", reports_dir=project.reports, **asked))


def test_charges_add_up_and_a_wider_spending_counts_them_too() -> None:
    together = Spending(1.0, cap_key="max_cost_usd")
    alone = Spending(0.5, within=together)
    other = Spending(None, within=together)
    alone.charge([Step(stage="generate", cost_usd=0.25), Step(stage="rerank", cost_usd=0.125)])
    assert (alone.charged_usd, together.charged_usd, alone.may_start) == (0.375, 0.375, True)
    other.charge_usd(0.625)
    # 0.375 + 0.625 is the wider cap to the last dollar: nothing more may be begun, also not by the one under its own.
    assert alone.reached is together and not alone.may_start
    assert alone.sentence() == "max_cost_usd of 1 USD was reached (1 USD charged)"
    alone.charge_usd(None)
    assert together.is_partly_unknown and together.charged_usd == 1.0
    assert not Spending().is_capped and other.is_capped


def test_a_capped_run_keeps_what_it_paid_for_and_goes_on_under_a_higher_cap(
    project: Project, model_server: ModelServer
) -> None:
    served = project.served_by(model_server, evaluation__concurrency=1)
    capped = evaluate(project, project.config(**served, evaluation__max_cost_usd=10.5 * CALL_USD))
    # One at a time: after the tenth call 10 of 10.5 calls' dollars are charged, so the eleventh starts and ends it.
    assert (model_server.n_requests, capped.n_cases, capped.complete) == (11, 11, False)
    assert capped.warnings[0] == (
        "incomplete: evaluation.max_cost_usd of 0.00126 USD was reached (0.00132 USD charged) with 11 of 80 cases "
        "done; raise it and run again: nothing is paid for twice. The gate refuses this report"
    )
    assert not (project.reports / "latest").exists()
    again = evaluate(project, project.config(**served, evaluation__max_cost_usd=10.5 * CALL_USD))
    assert (model_server.n_requests, again.n_cases) == (11, 11)  # the same cap pays for nothing more
    whole = evaluate(project, project.config(**served, evaluation__max_cost_usd=1.0))
    assert model_server.n_requests == 80
    assert (whole.complete, whole.operational.cost_usd_total) == (True, pytest.approx(80 * CALL_USD))
    assert without_timing(whole) == {
        **without_timing(evaluate(project, project.config(**served))),
        "config": whole.config,
    }


def test_the_gate_refuses_a_capped_report(project: Project, model_server: ModelServer) -> None:
    served = project.served_by(model_server)
    whole = evaluate(project, project.config(**served))
    capped = evaluate(project, project.config(**served, evaluation__max_cost_usd=5 * CALL_USD))
    verdict = gate(whole, capped)
    assert verdict.promote is None
    assert any("evaluation.max_cost_usd of 0.0006 USD was reached" in text for text in verdict.undecided)


def test_kept_replies_count_as_if_they_were_paid_for(project: Project, model_server: ModelServer) -> None:
    served = project.served_by(model_server, evaluation__concurrency=1)
    evaluate(project, project.config(**served))
    capped = evaluate(project, project.config(**served, evaluation__max_cost_usd=5 * CALL_USD))
    assert (model_server.n_requests, capped.n_cases, capped.operational.spent_usd) == (80, 5, 0.0)


def test_at_most_what_is_under_way_goes_beyond_the_cap(project: Project, model_server: ModelServer) -> None:
    model_server.latency_s = 0.01
    served = project.served_by(model_server, evaluation__concurrency=8)
    capped = evaluate(project, project.config(**served, evaluation__max_cost_usd=20 * CALL_USD))
    assert 20 <= capped.n_cases < 20 + 8


def test_a_cap_that_cannot_count_says_so(project: Project, model_server: ModelServer) -> None:
    served = project.served_by(model_server, evaluation__max_cost_usd=0.001)
    del served["generation__provider"]["params"]["price"]
    report = evaluate(project, project.config(**served), limit=6)
    assert report.complete and report.operational.cost_usd_total is None
    assert (
        "evaluation.max_cost_usd counts priced calls alone, and a model without a price was called" in report.warnings
    )


def test_calibration_keeps_to_the_cap_and_goes_on(project: Project, model_server: ModelServer) -> None:
    served = project.served_by(model_server, evaluation__concurrency=1)
    with pytest.raises(BudgetError, match=r"was reached \(0\.00048 USD charged\) with 4 of \d+ calibration cases done"):
        asyncio.run(acalibrate(project.config(**served, evaluation__max_cost_usd=4 * CALL_USD)))
    assert not project.config().calibration_path.exists()
    record = asyncio.run(acalibrate(project.config(**served)))
    assert model_server.n_requests == record.n_calibration


def test_a_bench_under_one_cap_ranks_only_what_was_finished(
    make_project: MakeProject, model_server: ModelServer
) -> None:
    first = make_project("first")
    config = first.config(**first.served_by(model_server, evaluation__concurrency=1))
    # All 80 questions of the first are asked once, 40 to calibrate and 40 to evaluate; the second gets 10 in.
    second = config.changed(name="second", retrieval=config.retrieval.changed(k=3))
    cap = 90 * CALL_USD
    out = first.folder / "board.md"
    n_first = 80
    board = asyncio.run(
        abench([config, second], out=out, reports_dir=first.reports, max_cost_usd=cap - CALL_USD / 2)
    ).board
    assert [row.config for row in board.rows] == ["first"]
    [skipped] = board.skipped
    assert skipped.config == "second" and "max_cost_usd of 0.01074 USD was reached" in skipped.reason
    asked_once = model_server.n_requests
    assert asked_once == n_first + 10
    whole = asyncio.run(abench([config, second], out=out, reports_dir=first.reports, max_cost_usd=1.0)).board
    assert {row.config for row in whole.rows} == {"first", "second"}
    assert model_server.n_requests == 160  # every question once a system, whatever was stopped between


def test_a_cap_that_is_spent_before_a_system_begins_begins_nothing(
    make_project: MakeProject, model_server: ModelServer
) -> None:
    first = make_project("first")
    config = first.config(**first.served_by(model_server))
    second = config.changed(name="second")
    with pytest.raises(InputError, match=r"second: max_cost_usd of 1e-09 USD was reached .* before it was begun"):
        asyncio.run(abench([config, second], out=first.folder / "b.md", reports_dir=first.reports, max_cost_usd=1e-9))
    assert not second.index_dir.exists()

"""From the experiment file to the report: models grade the five axes of a run's answers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cairn_nb.config import Config, config_hash
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.metrics.judge_agreement import MEASURES
from cairn_nb.records import Report, Status
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.timing import without_timing
from tests.providers.loopback import LoopbackServer, serving
from tests.runner.axes_server import CALL_USD, judging, panel, single
from tests.runner.conftest import MakeProject, Project

CLAUDE, GPT = "openai:claude-a", "openai:gpt-b"


def says(model: str, question: str) -> float | str:
    """Scores that differ by question, and a judge that is harder on some."""
    score = float(len(question) % 5)
    return score if model == "claude-a" else max(0.0, score - len(question) % 2)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(judging(says)) as running:
        yield running


@pytest.fixture
def project(make_project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def evaluate(project: Project, judge: dict[str, Any], **overrides: Any) -> Report:
    config = project.config(evaluation__axes_judge=judge, **overrides)
    return asyncio.run(aevaluate(config, reports_dir=project.reports, limit=overrides.pop("limit", None)))


def judged(report: Report) -> list[dict[str, Any]]:
    return [row.answer_judge for row in report.per_case if row.answer_judge.get("judges")]


def test_a_panels_run_from_the_file_to_the_report(project: Project, server: LoopbackServer) -> None:
    report = evaluate(project, panel(server, "claude-a", "gpt-b"))
    rows = [row for row in report.per_case if row.status is Status.ANSWERED]
    assert len(rows) == len(judged(report)) and len(server.received) == 2 * len(rows)
    for row in rows:
        assert row.question is not None
        low, high = sorted((says("gpt-b", row.question), says("claude-a", row.question)))
        assert row.answer_score == pytest.approx((float(low) + float(high)) / 2)
        assert row.axes_judge == f"{CLAUDE}, {GPT}"
        assert row.answer_judge["panel_scores"][CLAUDE]["answer_score"] == high
        assert row.answer_judge["reasons"][CLAUDE] == f"worth {high}"
        assert row.judge_cost_usd == pytest.approx(2 * CALL_USD)
        assert row.cost_by_stage_usd["judge"] == pytest.approx(2 * CALL_USD)
    judging_ = report.judging
    assert judging_ is not None and [one.judge for one in judging_.judges] == [CLAUDE, GPT]
    assert (judging_.n_judged, judging_.judge_fallback_rate, judging_.lead) == (len(rows), 0.0, CLAUDE)
    assert judging_.n_by_rule == sum(row.status is Status.ABSTAINED for row in report.per_case)
    assert set(judging_.agreement) == set(MEASURES)
    assert judging_.agreement["answer_score"].n == len(rows)
    assert report.operational.judge_cost_usd == pytest.approx(2 * CALL_USD * len(rows))
    assert report.operational.spent_usd == pytest.approx(2 * CALL_USD * len(rows))
    assert report.complete and not any("heuristic judge" in warning for warning in report.warnings)
    assert report.notes["judge"] == "stub"  # the 0 to 1 grade is another judge's


def test_each_judges_calls_are_in_the_evidence(project: Project, server: LoopbackServer) -> None:
    report = evaluate(project, panel(server, "claude-a", "gpt-b"))
    evidence = read_evidence_of(report)
    assert evidence is not None
    for row in report.per_case:
        found = evidence[row.case_id, row.trial]
        n_judges = len(row.answer_judge.get("panel_scores", ()))
        assert [step.stage for step in found.judge_steps] == ["judge"] * n_judges
        assert "judge" not in {step.stage for step in found.steps}
        assert sum(step.cost_usd or 0 for step in found.judge_steps) == pytest.approx(row.judge_cost_usd or 0.0)
        assert all(step.usage.input_tokens and step.latency_ms for step in found.judge_steps)


def test_what_a_withheld_answer_is_worth_follows_from_its_case_and_costs_nothing(
    project: Project, server: LoopbackServer
) -> None:
    report = evaluate(project, single(server, "claude-a"))
    withheld = [row for row in report.per_case if row.status is Status.ABSTAINED]
    assert withheld
    for row in withheld:
        assert (row.axes_judge, row.answer_judge["judges"], row.judge_cost_usd) == ("rule", [], 0.0)
        assert row.answer_score == (1.0 if row.answerable else 5.0)


def test_equal_runs_give_equal_reports_and_pay_once(project: Project, server: LoopbackServer) -> None:
    judge = panel(server, "claude-a", "gpt-b")
    first, n_calls = evaluate(project, judge), len(server.received)
    second = evaluate(project, judge)
    assert len(server.received) == n_calls
    assert second.operational.spent_usd == 0 and second.operational.avoided_usd == first.operational.spent_usd
    assert without_timing(first) == without_timing(second)


def test_replies_that_cannot_be_read_are_counted_and_warned_of_and_are_no_failed_cases(
    project: Project, server: LoopbackServer
) -> None:
    server.usual = judging(lambda _, question: "I would say four." if "budget" in question else 4.0)
    report = evaluate(project, single(server, "claude-a"))
    fallen = [row for row in report.per_case if row.answer_judge.get("fallback")]
    assert fallen and all("budget" in (row.question or "") and row.axes_judge == "heuristic" for row in fallen)
    assert all(row.judge_cost_usd == pytest.approx(2 * CALL_USD) for row in fallen)
    assert report.judging is not None and report.judging.n_fallbacks == len(fallen)
    rate = len(fallen) / len([row for row in report.per_case if row.status is Status.ANSWERED])
    assert report.judging.judge_fallback_rate == pytest.approx(rate)
    assert f"the heuristic judge stood in for {rate:.1%} of the grades, so they mix two judges" in report.warnings
    assert report.complete and report.n_errors == 0


def test_judges_that_disagree_are_warned_of(project: Project, server: LoopbackServer) -> None:
    server.usual = judging(lambda model, question: float(len(question) % 6 if model == "claude-a" else 0))
    report = evaluate(project, panel(server, "claude-a", "gpt-b"))
    assert report.judging is not None
    alpha = report.judging.agreement["answer_score"].value
    assert alpha is not None and alpha < 0.667
    assert any(warning.startswith("the judges agree too little") for warning in report.warnings)


def served_by(server: LoopbackServer, model: str) -> dict[str, Any]:
    """Overrides for a generator of some family that the judges' server plays too."""
    params = {"model": model, "base_url": f"{server.url}/v1", "price": {"input": 0, "output": 0}}
    return {"generation__provider": {"name": "openai", "params": params}, "evaluation__latency_probe_questions": 0}


def test_a_judge_sits_out_its_own_family_and_a_single_one_is_warned_of(
    project: Project, server: LoopbackServer
) -> None:
    def both(model: str, _question: str) -> float | str:
        answer_ = '{"answer": "x", "claims": [], "confidence_self": 1, "abstain": false}'
        return answer_ if model == "gpt-gen" else 3.0

    server.usual = judging(both)
    report = evaluate(project, panel(server, "claude-a", "gpt-b"), **served_by(server, "gpt-gen"))
    asked = Counter(received.body["model"] for received in server.received)
    assert asked["gpt-b"] == 0 and asked["claude-a"] == len(judged(report)) > 0
    assert {tuple(found["sat_out"]) for found in judged(report)} == {(GPT,)}
    assert report.judging is not None and report.judging.agreement == {}
    assert not any("self-preference" in warning for warning in report.warnings)

    alone = evaluate(project, single(server, "gpt-b"), **served_by(server, "gpt-gen"))
    assert alone.judging is not None and alone.judging.n_self_preferred == len(judged(alone))
    assert any(warning.startswith("self-preference risk") and "(gpt)" in warning for warning in alone.warnings)


def test_with_scorers_first_there_is_one_judge_an_answer_and_no_agreement(
    project: Project, server: LoopbackServer
) -> None:
    report = evaluate(project, panel(server, "claude-a", "gpt-b", scorers="first"))
    assert {tuple(found["judges"]) for found in judged(report)} == {(CLAUDE,)}
    assert report.judging is not None and (report.judging.scorers, report.judging.agreement) == ("first", {})
    assert len(server.received) == len(judged(report))


def test_samples_and_trials_are_calls_of_their_own(project: Project, server: LoopbackServer) -> None:
    config = project.config(evaluation__axes_judge=single(server, "claude-a", samples=2, temperature=1.0))
    report = asyncio.run(aevaluate(config, reports_dir=project.reports, limit=3, trials=2))
    found = judged(report)
    assert len(server.received) == 2 * len(found) > 0
    assert all(one["answer_score_variance"] == 0 for one in found)
    assert report.operational.judge_cost_usd == pytest.approx(2 * CALL_USD * len(found))


def test_the_cap_counts_the_judges(project: Project, server: LoopbackServer) -> None:
    judge = single(server, "claude-a")
    report = evaluate(project, judge, evaluation__max_cost_usd=2.5 * CALL_USD, evaluation__concurrency=1)
    assert len(server.received) == 3 and not report.complete
    assert any("evaluation.max_cost_usd" in warning for warning in report.warnings)


def test_another_judge_is_another_run_of_the_same_configuration(project: Project, server: LoopbackServer) -> None:
    one, other = evaluate(project, single(server, "claude-a")), evaluate(project, single(server, "gpt-b"))
    assert one.config_hash == other.config_hash == config_hash(project.config())
    assert one.run_id != other.run_id
    assert {row.axes_judge for row in other.per_case} == {GPT, "rule"}


def test_a_threshold_is_fitted_without_them(project: Project, server: LoopbackServer) -> None:
    config: Config = project.config(evaluation__axes_judge=panel(server, "claude-a", "gpt-b"))
    asyncio.run(acalibrate(config))
    assert server.received == []

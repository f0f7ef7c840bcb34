"""From the experiment file to the report: claims checked and refusals known by a model, in whole runs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from cairn_nb.config import config_hash
from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.errors import ConfigError
from cairn_nb.records import CaseRow, Outcome, Report, Status
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.estimate.cost import PlannedEvaluation
from cairn_nb.runner.estimate.estimate import aestimate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.timing import without_timing
from cairn_nb.text.refusal import is_refusal
from tests.providers.loopback import LoopbackServer, serving
from tests.runner.checks_server import CALL_USD, checking, judge, n_of, provider
from tests.runner.conftest import MakeProject, Project

SPLIT, CHECK, REFUSAL = "take one answer", "bears out a statement", "declines to answer"
CLAIMS: dict[str, Any] = {"evaluation__claims": {"enabled": True}}
MODEL: dict[str, Any] = {"evaluation__refusal_detector": "model"}


def two_claims(text: str) -> tuple[str, ...]:
    return (f"first: {text}", f"second: {text}")


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(checking(split=two_claims, supports=lambda text: 0.9 if text.startswith("first") else 0.2)) as running:
        yield running


@pytest.fixture
def project(make_project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def evaluate(project: Project, limit: int | None = 8, /, **overrides: Any) -> Report:
    return asyncio.run(aevaluate(project.config(**overrides), reports_dir=project.reports, limit=limit))


def given(report: Report) -> list[CaseRow]:
    return [row for row in report.per_case if row.status is Status.ANSWERED and not row.refused]


def test_claims_are_checked_by_the_judges_model_and_charged_as_judging(
    project: Project, server: LoopbackServer
) -> None:
    report = evaluate(project, None, judge=judge(server), **CLAIMS)
    rows = given(report)
    assert rows and (n_of(server, SPLIT), n_of(server, CHECK)) == (len(rows), 2 * len(rows))
    for row in rows:
        assert [(one.supported, round(one.probability or 0, 6)) for one in row.checked_claims] == [
            (True, 0.9),
            (False, 0.2),
        ]
        assert (row.claim_support_rate, row.unsupported_claims) == (0.5, 1)
        assert (row.claims_unreadable, row.claims_unchecked, row.claims_split_failed) == (0, 0, False)
        assert row.cost_by_stage_usd["claims"] == pytest.approx(3 * CALL_USD)
        graded = row.cost_by_stage_usd.get("judge", 0.0)
        assert row.judge_cost_usd == pytest.approx(3 * CALL_USD + (graded or 0.0)) and row.cost_usd == 0
    assert (report.answer.claim_support_rate, report.answer.unsupported_claims) == (0.5, 1.0)
    assert report.estimates["claim_support_rate"].n == len(rows)
    assert report.outcomes["unsupported_claims"]["scored"] == len(rows)
    assert list(contradictions(report)) == []
    note = report.notes["claims"]
    assert (note["checker"], note["model"], note["max_claims"]) == ("openai", "checker", 20)


def test_a_refusal_has_no_claims_and_nobody_is_asked_about_it(project: Project, server: LoopbackServer) -> None:
    report = evaluate(project, None, judge=judge(server), **CLAIMS)
    refused = [row for row in report.per_case if row.status is Status.ABSTAINED]
    assert refused and {row.outcomes["claim_support_rate"] for row in refused} == {Outcome.ABSTAINED}
    assert all(row.checked_claims == () and row.claim_support_rate is None for row in refused)
    assert report.outcomes["claim_support_rate"]["abstained"] == len(refused)


def test_what_cannot_be_read_is_left_out_counted_and_charged(project: Project, server: LoopbackServer) -> None:
    def split(text: str) -> tuple[str, ...] | None:
        return None if "amber" in text else (*two_claims(text), "third")

    server.usual = checking(split=split, supports=lambda text: None if text == "third" else 1.0)
    report = evaluate(project, 12, judge=judge(server), **CLAIMS)
    failed = [row for row in given(report) if row.claims_split_failed]
    whole = [row for row in given(report) if not row.claims_split_failed]
    assert failed and whole
    assert all(row.claim_support_rate is None and row.unsupported_claims is None for row in failed)
    assert {row.outcomes["claim_support_rate"] for row in failed} == {Outcome.UNPARSED}
    assert all((row.claim_support_rate, row.claims_unreadable) == (1.0, 1) for row in whole)
    # split, two checks, and one that is asked in both ways
    assert all(row.cost_by_stage_usd["claims"] == pytest.approx(5 * CALL_USD) for row in whole)
    assert all(row.cost_by_stage_usd["claims"] == pytest.approx(CALL_USD) for row in failed)
    assert (report.answer.claim_support_rate, report.outcomes["claim_support_rate"]["unparsed"]) == (1.0, len(failed))
    lost = f"{len(failed)} answers could not be taken apart into claims, and {len(whole)} claims have no usable"
    assert any(lost in warning for warning in report.warnings) and report.complete


def test_only_what_was_lost_is_warned_of(project: Project, server: LoopbackServer) -> None:
    server.usual = checking(split=two_claims, supports=lambda text: None if text.startswith("first") else 1.0)
    report = evaluate(project, 12, judge=judge(server), **CLAIMS)
    [found] = [warning for warning in report.warnings if "claim_support_rate leaves them out" in warning]
    assert found[0].isdigit() and found[0] != "0" and "taken apart" not in found


def test_no_more_than_the_most_are_checked_and_the_report_says_so(project: Project, server: LoopbackServer) -> None:
    report = evaluate(project, judge=judge(server), evaluation__claims={"enabled": True, "max_claims": 1})
    rows = given(report)
    assert {(row.claim_support_rate, row.claims_unchecked) for row in rows} == {(1.0, 1)}
    assert any(f"{len(rows)} claims were not checked" in warning for warning in report.warnings)


def test_a_model_of_its_own_checks_where_one_is_named(project: Project, server: LoopbackServer) -> None:
    own = {"enabled": True, "provider": provider(server, "other")}
    report = evaluate(project, evaluation__claims=own)  # nobody else asks a model here
    assert {request.body["model"] for request in server.received} == {"other"}
    assert report.answer.claim_support_rate == 0.5 and report.notes["claims"]["model"] == "other"
    with pytest.raises(ConfigError, match=r"evaluation\.claims\.provider\.name"):
        evaluate(project, evaluation__claims={"enabled": True, "provider": {"name": "opanai"}})


def test_a_refusal_by_a_model_feeds_every_measure_alike(project: Project, server: LoopbackServer) -> None:
    server.usual = checking(split=two_claims, supports=lambda _: 1.0, refuses=lambda text: float("amber" in text))
    plain = evaluate(project, 12, judge=judge(server), **CLAIMS)
    report = evaluate(project, 12, judge=judge(server), **CLAIMS, **MODEL)
    asked = [row for row in report.per_case if row.refusal_detector is not None]
    refused = [row for row in asked if row.refused]
    assert len(asked) == n_of(server, REFUSAL) == len([r for r in report.per_case if r.status is Status.ANSWERED])
    assert refused and len(refused) < len(asked)
    for row in refused:
        assert row.refusal_probability == pytest.approx(1.0) and row.refusal_detector == "model"
        assert row.judge_score is None and row.outcomes["judge_score"] is Outcome.ABSTAINED
        assert row.checked_claims == () and "claims" not in row.cost_by_stage_usd
        assert row.axes["faithfulness"] == 5 and row.axes["correctness"] == 0  # of an answerable case
        assert row.failure_type == ("over_refusal" if row.answerable else "no_failure")
        assert row.cost_by_stage_usd["refusal"] == pytest.approx(CALL_USD)
    # amber's answerable questions are now refused wrongly, which the wording did not say
    assert (plain.abstention.false_refusal_rate or 0) < (report.abstention.false_refusal_rate or 0)
    answerable = [row for row in report.per_case if row.answerable]
    assert report.abstention.false_refusal_rate == sum(row.refused or False for row in answerable) / len(answerable)
    assert report.notes["refusals"]["n_fallbacks"] == 0 and list(contradictions(report)) == []


def test_the_model_can_say_that_words_of_refusal_are_an_answer(project: Project, server: LoopbackServer) -> None:
    abstaining = evaluate(project, generation__provider={"name": "stub", "params": {"abstain_below": 0.0}})
    assert not any(row.refusal_detector for row in abstaining.per_case)  # nobody was asked
    server.usual = checking(split=two_claims, supports=lambda _: 1.0, refuses=lambda _: None)
    report = evaluate(project, judge=judge(server), **MODEL)
    rows = [row for row in report.per_case if row.refusal_detector is not None]
    assert {row.refusal_detector for row in rows} == {"heuristic"}
    assert not any(row.refused for row in rows)
    assert any(f"no usable probability for {len(rows)} of {len(rows)} answers" in text for text in report.warnings)


def test_the_heuristic_judge_that_stands_in_goes_by_the_models_verdict(
    project: Project, server: LoopbackServer
) -> None:
    server.usual = checking(split=two_claims, supports=lambda _: 1.0, refuses=lambda text: float("amber" in text))
    unreadable = {"name": "llm", "params": {"provider": provider(server)}}  # this server gives no five grades
    report = evaluate(project, 12, evaluation__axes_judge=unreadable, **MODEL)
    fallen = [row for row in report.per_case if row.answer_judge.get("fallback")]
    known = [row for row in fallen if row.refused]
    assert known and len(known) < len(fallen)
    for row in known:
        assert not is_refusal(row.answer_text) and row.axes_judge == "heuristic"
        assert row.answer_score == (1.0 if row.answerable else 5.0)  # answerable: only faithful, 5 of 25 points


def test_a_server_without_log_probabilities_gives_the_same_rates(project: Project, server: LoopbackServer) -> None:
    server.usual = checking(
        split=two_claims, supports=lambda text: 0.9 if text.startswith("first") else 0.2, logprobs=False
    )
    report = evaluate(project, judge=judge(server), **CLAIMS)
    assert report.answer.claim_support_rate == 0.5
    assert sum("logprobs" in request.body for request in server.received) == 1


def test_without_a_model_that_judges_claims_are_sentences_and_words_decide(project: Project) -> None:
    report = evaluate(project, **CLAIMS, **MODEL)
    assert {row.claim_support_rate for row in given(report)} == {1.0}  # the offline model quotes its passages
    assert report.notes["claims"]["checker"] == "stub" and report.operational.judge_cost_usd == 0
    assert report.notes["refusals"]["detector"] == "heuristic"
    assert any("no model judges here" in warning for warning in report.warnings)


def test_checks_change_no_hash_and_make_another_run(project: Project, server: LoopbackServer) -> None:
    plain = project.config(judge=judge(server))
    with_checks = project.config(judge=judge(server), **CLAIMS, **MODEL)
    assert config_hash(plain) == config_hash(with_checks)
    first, second = evaluate(project, judge=judge(server)), evaluate(project, judge=judge(server), **CLAIMS)
    third = evaluate(project, judge=judge(server), evaluation__claims={"enabled": True, "max_claims": 1})
    assert len({first.run_id, second.run_id, third.run_id}) == 3


def test_any_number_of_workers_gives_the_same_report(project: Project, server: LoopbackServer) -> None:
    reports = [evaluate(project, 10, judge=judge(server), evaluation__concurrency=n, **CLAIMS, **MODEL) for n in (1, 8)]
    texts = [json.dumps(without_timing(report)["per_case"]) for report in reports]
    assert texts[0] == texts[1]


def test_a_threshold_is_fitted_without_checks(project: Project, server: LoopbackServer) -> None:
    asyncio.run(acalibrate(project.config(judge=judge(server), **CLAIMS, **MODEL)))
    assert n_of(server, SPLIT) == n_of(server, CHECK) == n_of(server, REFUSAL) == 0 < len(server.received)


def test_the_cap_counts_checks(project: Project, server: LoopbackServer) -> None:
    own = {"enabled": True, "provider": provider(server)}
    spending = Spending(None)
    config = project.config(evaluation__claims=own, evaluation__max_cost_usd=10 * CALL_USD, evaluation__concurrency=1)
    report = asyncio.run(aevaluate(config, reports_dir=project.reports, within=spending))
    assert not report.complete and spending.charged_usd == pytest.approx(len(server.received) * CALL_USD)
    assert 10 * CALL_USD <= spending.charged_usd < 13 * CALL_USD  # ends with the answer that reaches it


def test_the_estimate_counts_four_claims_an_answer_and_a_question_about_refusal(
    project: Project, server: LoopbackServer
) -> None:
    config = project.config(judge=judge(server), **CLAIMS, **MODEL)
    found = asyncio.run(aestimate(config, PlannedEvaluation()))
    stages = {stage.stage: stage for stage in found.stages}
    assert not server.received and {"claims", "refusal", "judge"} <= set(stages)
    # one request that splits and four that check; every answer of the offline models is given
    assert stages["claims"].calls == pytest.approx(5 * stages["refusal"].calls)
    assert stages["refusal"].calls == pytest.approx(1.0)
    charged = [stages[name].cost_usd or 0.0 for name in ("claims", "refusal", "judge")]
    assert found.judge_cost_per_question_usd == pytest.approx(sum(charged)) and min(charged) > 0
    claims = stages["claims"]
    assert claims.cost_usd == pytest.approx((claims.input_tokens * 1 + claims.output_tokens * 2) / 1e6)

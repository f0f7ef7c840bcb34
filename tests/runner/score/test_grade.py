"""Answers made elsewhere, graded on the five axes by models."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import cairn_nb as cairn
from cairn_nb.records import Report
from tests.providers.loopback import LoopbackServer, serving
from tests.runner.axes_server import CALL_USD, judging, panel, single

ROWS = (
    {"id": "a", "question": "How long?", "answer": "30 days", "reference": "30 days", "model": "claude-x"},
    {"id": "b", "question": "How far?", "answer": "9 miles", "reference": ["8 miles", "9 miles"], "model": "gpt-y"},
    {"id": "c", "question": "How high?", "answer": "I do not know.", "reference": "2 m", "model": "gpt-y"},
    {"id": "d", "question": "How wide?", "answer": None, "reference": "2 m", "model": "gpt-y"},
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    with serving(judging(lambda model, _: 4.0 if model == "claude-a" else 2.0)) as running:
        yield running


def score(folder: Path, judge: dict[str, Any] | None, **evaluation: Any) -> Report:
    answers, config = folder / "answers.jsonl", folder / "judged.yaml"
    answers.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    content = {"name": "judged", "corpus": "none", "golden": "none.jsonl"}
    if judge is not None:
        content["evaluation"] = {"axes_judge": judge, **evaluation}  # type: ignore[assignment]
    config.write_text(yaml.safe_dump(content), encoding="utf-8")
    return cairn.score(answers=answers, config=config, reports_dir=folder / "reports")


def test_each_answer_is_judged_by_another_family_than_the_model_that_it_names(
    tmp_path: Path, server: LoopbackServer
) -> None:
    report = score(tmp_path, panel(server, "claude-a", "gpt-b"))
    rows = {row.case_id: row for row in report.per_case}
    assert (rows["a"].answer_score, rows["a"].axes_judge) == (2.0, "openai:gpt-b")
    assert (rows["b"].answer_score, rows["b"].axes_judge) == (4.0, "openai:claude-a")
    assert rows["a"].answer_judge["sat_out"] == ["openai:claude-a"]
    assert (rows["c"].axes_judge, rows["c"].answer_score) == ("rule", 1.0)  # withheld, as the refusal was read
    assert rows["d"].axes == {} and rows["d"].answer_judge == {}
    assert rows["a"].judge_cost_usd == rows["a"].cost_by_stage_usd["judge"] == pytest.approx(CALL_USD)
    assert report.operational.judge_cost_usd == report.operational.spent_usd == pytest.approx(2 * CALL_USD)
    assert report.judging is not None and (report.judging.n_judged, report.judging.n_by_rule) == (2, 1)
    assert report.judging.generator_family is None and report.judging.agreement == {}
    # The reference that a judge is shown is the right answer that this answer comes nearest to.
    shown = [received.body["messages"][1]["content"] for received in server.received]
    assert any("<reference>\n9 miles\n" in content for content in shown)


def test_of_a_configuration_without_judges_nothing_is_taken(tmp_path: Path, server: LoopbackServer) -> None:
    plain = score(tmp_path, None)
    assert plain.judging is None and server.received == [] and plain.operational.spent_usd is None
    judged = score(tmp_path, single(server, "claude-a"))
    assert judged.run_id != plain.run_id and judged.config_hash != plain.config_hash
    assert any(warning.startswith("self-preference risk: 1 of 2") for warning in judged.warnings)


def test_what_the_cap_leaves_ungraded_has_no_score_and_makes_the_report_incomplete(
    tmp_path: Path, server: LoopbackServer
) -> None:
    report = score(tmp_path, single(server, "claude-a"), max_cost_usd=CALL_USD / 2, concurrency=1)
    assert [row.answer_score for row in report.per_case] == [4.0, None, None, None]
    assert len(server.received) == 1 and not report.complete
    assert report.warnings[0].startswith("incomplete: evaluation.max_cost_usd") and "stopped" in report.notes

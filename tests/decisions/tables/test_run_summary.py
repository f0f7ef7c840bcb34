"""run_summary.json: what was charged and paid, who judged, what is to be known first, what was skipped."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.decisions.tables.run_summary import RunSummary, run_summary
from cairn_nb.records.axis_verdict import AXES
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection
from tests.decisions.tables.reports import graded, named, scored, tables
from tests.report_factory import failed_row


def summary(*reports: Any, **options: Any) -> RunSummary:
    made = tables(*reports)
    return run_summary("run-1", made.systems, made.baseline, **options)


def test_the_spend_by_hand() -> None:
    paid = {"spent_usd": 0.01, "avoided_usd": 0.016, "ingestion_cost_usd": 0.5}
    first = named("a", [graded("q0", 4.0), failed_row("q1", cost_usd=0.004, judge_cost_usd=0.0)], operational=paid)
    second = scored("b", [4.0, 4.0], operational=paid)
    found = summary(first, second)
    # Charged: 0.012 and the failed question's 0.004, then twice 0.012.
    assert found.charged_cost_usd == pytest.approx(0.012 + 0.004 + 2 * 0.012)
    assert found.real_spend_usd == pytest.approx(2 * 0.01)
    assert found.cache.saved_cost_usd == pytest.approx(2 * 0.016)
    assert found.ingestion_cost_usd == pytest.approx(2 * 0.5)
    assert found.latency_probe_cost_usd is None
    assert [(run.system, run.n_ok, run.n_error) for run in found.systems] == [("a", 1, 1), ("b", 2, 0)]


def test_what_one_report_does_not_say_is_not_summed() -> None:
    known = {"spent_usd": 0.01}
    assert summary(scored("a", [4.0], operational=known), scored("b", [4.0])).real_spend_usd is None


def test_warnings_name_their_system_and_mixed_judges_are_one() -> None:
    mixed = [graded("q0", 4.0, axes_judge="llm"), graded("q1", 4.0, axes_judge="heuristic")]
    found = summary(named("a", mixed, warnings=("few documents",)), warnings=("there is no recommendation: none",))
    assert found.warnings == (
        "there is no recommendation: none",
        "a: the heuristic judge stood in for 50.0% of the grades, so they mix two judges",
        "a: few documents",
    )
    assert found.judge.axes_judges == ("heuristic", "llm")
    assert found.judge.judge_fallback_rate == {"a": 0.5}
    assert (found.judge.judges, found.judge.rubric_versions) == (("stub",), ("stub-1",))


def test_it_says_what_was_run_and_reads_back() -> None:
    skipped = SkippedConfig(config="c", reason="no index")
    found = summary(scored("a", [4.0, None]), skipped=[skipped], outputs=("stats.json",), asked_baseline="a")
    assert (found.run_id, found.n_questions, found.n_trials, found.split) == ("run-1", 2, 1, "eval")
    assert (found.skipped, found.outputs, found.asked_baseline) == ((skipped,), ("stats.json",), "a")
    assert RunSummary.model_validate_json(found.model_dump_json()) == found


def judged(case_id: str, *, cluster: str, **scores: float | None) -> Any:
    """A row that a panel graded: a score for all axes from each judge, None for one that sat out."""
    panel = {
        judge: {} if score is None else {**dict.fromkeys(AXES, score), "answer_score": score}
        for judge, score in scores.items()
    }
    answer_judge = {
        "panel_scores": panel,
        "fallback": False,
        "judges": [name for name, found in panel.items() if found],
    }
    return graded(case_id, 4.0, cluster_id=cluster, answer_judge=answer_judge, axes_judge="a, b")


def panel_section(**values: Any) -> JudgingSection:
    judges = (AxesJudgeMember(judge="a"), AxesJudgeMember(judge="b"))
    fields: dict[str, Any] = {"aggregate": "mean", "independent": True, "scorers": "all", "n_judged": 2}
    return JudgingSection(name="panel", prompt_version="axes-1-x", judges=judges, **{**fields, **values})


def test_the_judges_agreement_is_over_every_answer_of_every_system() -> None:
    first = named("x", [judged("q0", cluster="d0", a=1.0, b=1.0)], judging=panel_section(n_self_preferred=1))
    second = named(
        "y",
        [judged("q0", cluster="d0", a=2.0, b=3.0)],
        judging=panel_section(),
    )
    found = summary(first, second)
    # As in tests/metrics/test_judge_agreement.py: ratings 1 1 | 2 3 give 1 - 0.5 / (22 / 12) = 8 / 11.
    assert found.judge.agreement["answer_score"].value == pytest.approx(8 / 11)
    assert (found.judge.panel, found.judge.lead, found.judge.scorers) == (("a", "b"), "a", "all")
    assert (found.judge.aggregate, found.judge.independent) == ("mean", True)
    assert found.judge.self_preference == ("x",) and found.judge.prompt_versions == ("axes-1-x",)
    assert found.judge.judge_fallback_rate == {"x": 0.0, "y": 0.0}
    assert RunSummary.model_validate_json(found.model_dump_json()) == found


def test_low_agreement_is_warned_of_and_grades_by_two_prompts_agree_on_nothing() -> None:
    rows = [judged("q0", cluster="d0", a=0.0, b=5.0), judged("q1", cluster="d1", a=5.0, b=0.0)]
    found = summary(named("x", rows, judging=panel_section()))
    assert any(warning.startswith("the judges agree too little") for warning in found.warnings)
    other = panel_section().changed(prompt_version="axes-2-y")
    mixed = summary(named("x", rows, judging=panel_section()), named("y", rows, judging=other))
    assert mixed.judge.agreement == {}
    assert mixed.warnings[-1] == (
        "the five axes were graded by different judges or prompts (x: a axes-1-x, b axes-1-x; y: a axes-2-y, "
        "b axes-2-y), so answer scores are on several scales"
    )


def test_a_fallback_that_the_report_warns_of_is_said_once() -> None:
    rows = [
        graded("q0", 4.0, answer_judge={"fallback": True}, axes_judge="heuristic"),
        judged("q1", cluster="d", a=1.0),
    ]
    sentence = "the heuristic judge stood in for 50.0% of the grades, so they mix two judges"
    assert summary(named("x", rows, warnings=(sentence,))).warnings == (f"x: {sentence}",)

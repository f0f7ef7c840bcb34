"""Stub or live, the facts, and every warning with the run it is about."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.explorer.parts.banner import banner, usd
from cairn_nb.explorer.runs import runs_of
from cairn_nb.explorer.view import Banner
from cairn_nb.records import Estimate, Report
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection
from tests.report_factory import answered_row, build_report

INCOMPLETE = "incomplete: 3 of 4 cases failed (3 timeout) and enter no rate"


def report(name: str = "a", *, notes: dict[str, Any] | None = None, **changes: Any) -> Report:
    return build_report(
        [answered_row("x"), answered_row("y", answerable=False)], config_name=name, notes=notes, **changes
    )


def banner_of(*reports: Report) -> Banner:
    return banner(runs_of(reports))


@pytest.mark.parametrize(
    ("notes", "kind"),
    [
        ([{}], "stub"),
        ([{"provider": "openai", "judge": "llm"}], "live"),
        ([{"provider": "openai"}], "mixed"),
        ([{}, {"provider": "openai", "judge": "llm"}], "mixed"),
        ([{"provider": None, "judge": None}], "unknown"),
        ([{"provider": None, "judge": "stub"}], "offline"),
        ([{"provider": None, "judge": "stub"}, {}], "stub"),
        ([{"provider": None, "judge": "llm"}], "live"),
    ],
)
def test_whether_models_were_real(notes: list[dict[str, Any]], kind: str) -> None:
    assert banner_of(*(report(f"r{i}", notes=note) for i, note in enumerate(notes))).kind == kind


def test_facts_of_one_run() -> None:
    facts = dict(banner_of(report()).facts)
    assert facts["cases"] == "2 (eval split), 1 unanswerable, 1 with located support"
    assert facts["judge"] == "stub (rubric stub-1)"
    assert facts["measured"] == "2026-01-01 00:00"


def test_facts_that_runs_share_stand_once_and_others_by_name() -> None:
    facts = dict(banner_of(report("a"), report("b", golden_version="2")).facts)
    assert facts["golden set"] == "a: 1; b: 2"
    assert facts["model"] == "stub"


def test_spend_says_what_was_paid_and_what_else_is_not_zero() -> None:
    spent = {"spent_usd": 0.0, "avoided_usd": 0.5, "cost_usd_total": 1.25, "judge_cost_usd": 0.0}
    assert dict(banner_of(report(operational=spent)).facts)["spend"] == (
        "0 USD spent, 0.5 USD avoided by caches, 1.25 USD at standalone prices"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0 USD"), (12.3456, "12.35 USD"), (0.0123456, "0.0123 USD"), (0.0000123, "0.000012 USD")],
)
def test_money_is_written_for_a_person(value: float, text: str) -> None:
    assert usd(value) == text


def test_a_warning_stands_once_with_the_runs_that_give_it() -> None:
    one, two = report("a", warnings=("few documents", INCOMPLETE)), report("b", warnings=("few documents",))
    warnings = banner_of(one, two).warnings
    assert [(entry.text, entry.check) for entry in warnings] == [
        ("few documents", ""),
        (f"a: {INCOMPLETE}", "incomplete"),
    ]
    assert warnings[1].filter is not None
    assert warnings[1].filter.facets == {"status@0": ("error",)}


def test_the_models_that_graded_the_five_axes_and_how_they_agree() -> None:
    judges = tuple(AxesJudgeMember(judge=name) for name in ("a:claude", "b:gpt"))
    alpha = Estimate(value=0.81, low=0.7, high=0.9)
    judged = JudgingSection(name="panel", prompt_version="axes-1-x", judges=judges, agreement={"answer_score": alpha})
    facts = dict(banner_of(report(judging=judged)).facts)
    assert facts["five axes"] == "a:claude, b:gpt (rubric axes-1-x, agreement 0.81 [0.70, 0.90])"
    assert "five axes" not in dict(banner_of(report()).facts)

"""Stub or live, the facts, and every warning with the run it is about."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.explorer.parts.banner import banner, usd
from cairn_nb.explorer.parts.sections import reproducibility
from cairn_nb.explorer.runs import runs_of
from cairn_nb.explorer.view import Banner
from cairn_nb.records import Estimate, Report
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection
from cairn_nb.records.sections import TrialsSection
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


def test_what_trials_came_to_is_a_fact_each_with_the_runs_names_where_they_differ() -> None:
    asked = TrialsSection(n_trials=2, answer_score_trial_sd=0.25, pass_at_k=Estimate(value=0.75))
    better = asked.changed(pass_at_k=Estimate(value=1.0))
    facts = dict(banner_of(report("a", trials=asked), report("b", trials=better)).facts)
    assert facts["trials"] == "2"
    assert facts["answer score between trials"] == "standard deviation 0.250"
    assert facts["pass@2: right at least once"] == "a: 0.750; b: 1.000"
    assert "trials" not in dict(banner_of(report()).facts)


def test_facts_that_runs_share_stand_once_and_others_by_name() -> None:
    facts = dict(banner_of(report("a"), report("b", golden_version="2")).facts)
    assert facts["golden set"] == "a: 1; b: 2"
    assert facts["model"] == "stub"


def test_runs_measured_apart_say_from_when_to_when_and_the_headline_drop_its_range() -> None:
    """Every measure's drop stands in Reproducibility, so that many runs leave the banner short."""
    runs = [
        report(
            name,
            created_at=f"2026-01-0{day}T10:00:00Z",
            estimates={"judge_score": Estimate(value=0.8), "answer_rate": Estimate(value=0.5)},
            smallest_visible_drop={"judge_score": drop, "answer_rate": 0.1},
        )
        for name, day, drop in (("a", 2, 0.0914), ("b", 1, 0.0612), ("c", 3, 0.07))
    ]
    facts = dict(banner_of(*runs).facts)
    assert facts["measured"] == "2026-01-01 10:00 to 2026-01-03 10:00"
    assert facts["smallest drop to show"] == "judge score 0.061 to 0.091"
    rows = {row[0]: row[1:] for row in reproducibility(runs_of(runs)).rows}
    assert rows["smallest drop to show, judge score"] == ("0.091", "0.061", "0.070")
    assert rows["smallest drop to show, answer rate"] == ("0.100", "0.100", "0.100")


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

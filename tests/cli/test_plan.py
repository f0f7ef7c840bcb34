"""`cairn plan` prints what a difference needs; exit 1 when the budget does not buy it."""

from __future__ import annotations

from pathlib import Path

from cairn_nb import api
from cairn_nb.files.reports import write_report
from tests.cli.conftest import Verb
from tests.report_factory import answered_row, build_report

GIVEN = ("plan", "--sd", "0.4", "--difference", "0.1", "--cost-per-answer", "0.01")


def test_it_prints_cases_answers_and_dollars(verb: Verb) -> None:
    ran = verb(*GIVEN)
    assert ran.code == 0
    sentence, head, row, *_ = ran.out.splitlines()
    assert sentence.startswith("a drop of 0.1 in any score in 0..1 is found by 80% of runs")
    assert head.split() == ["trials", "cases", "documents", "answers", "dollars", "shows"]
    trials, cases, _, answers, dollars, shows = row.split()
    assert (trials, int(answers)) == ("1", 2 * int(cases))
    assert float(dollars) == round(0.02 * int(cases), 2) and float(shows) <= 0.1


def test_a_report_speaks_for_itself(tmp_path: Path, verb: Verb) -> None:
    rows = [answered_row(f"c{i:02d}", judge=(i % 7) / 7) for i in range(40)]
    path = tmp_path / "run.json"
    write_report(build_report(rows), path)
    ran = verb("plan", str(path))
    assert ran.code == 0
    assert "the 40 cases at hand show a drop of" in ran.out
    assert "warning: " in ran.err
    assert verb("plan", str(path), "--json").json == api.plan(path).model_dump(mode="json")
    both = verb("plan", str(path), "--beside", str(path), "--json")
    assert both.json["sd"] == 0.0


def test_a_budget_that_does_not_buy_it_is_a_no(verb: Verb) -> None:
    ran = verb(*GIVEN, "--budget", "1")
    assert ran.code == 1
    assert "1 dollars buy:" in ran.out
    assert verb(*GIVEN, "--budget", "100").code == 0


def test_a_budget_that_buys_no_case_says_so_in_a_sentence(verb: Verb) -> None:
    ran = verb(*GIVEN, "--budget", "0.01")  # one answer, and each of two systems needs one
    assert ran.code == 1
    assert "0.01 dollars buy not one case with 2 systems" in ran.out and "dollars buy:" not in ran.out
    few = verb(*GIVEN, "--budget", "0.02")
    assert "0.02 dollars buy:" in few.out and "too few cases to show any drop" in few.out


def test_nothing_to_plan_from_is_misuse(verb: Verb) -> None:
    nothing = verb("plan")
    assert nothing.code == 2 and "--sd" in nothing.err
    ran = verb(*GIVEN, "--trials", "2;3")
    assert ran.code == 2
    assert ran.err == "error: trials: must be whole numbers separated by commas, not '2;3'\n"
    assert verb("plan", "--difference", "2", "--sd", "0.4").code == 2

"""`cairn ask` prints an answer with where it stands, and never reads text as markup."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Verb

ASK = ("ask", "--config", "configs/small.yaml")


def test_an_answer_comes_with_its_verified_quote_and_place(in_project: Verb) -> None:
    ran = in_project(*ASK, "How many kilograms the Adder winch weighs?", "--threshold", "0")
    assert ran.code == 0
    assert ran.out.startswith("The Adder winch weighs 20 kilograms.\n")
    assert "[verified]" in ran.out
    assert "adder.txt: “The Adder winch weighs 20 kilograms.”" in ran.out
    assert "threshold 0.000" in ran.out
    assert ran.err == ""


def test_below_the_threshold_it_abstains_and_shows_the_closest_passages(in_project: Verb) -> None:
    ran = in_project(*ASK, "How many kilograms the Adder winch weighs?", "--threshold", "1")
    assert ran.code == 0
    assert ran.out.startswith("The documents do not support an answer")
    assert "abstained; confidence" in ran.out
    assert "1. adder.txt" in ran.out and "8. " in ran.out


def test_passages_are_shown_when_asked_for(in_project: Verb) -> None:
    question = "How many kilograms the Adder winch weighs?"
    assert "1. adder.txt" not in in_project(*ASK, question, "--threshold", "0").out
    assert "1. adder.txt" in in_project(*ASK, question, "--threshold", "0", "--passages").out


@pytest.mark.parametrize("markup", ["[bold]loud[/bold]", "[/x]", "[link=file:///etc/passwd]here[/link]"])
def test_text_that_looks_like_markup_is_printed_as_it_is(project: Path, verb: Verb, markup: str) -> None:
    sentence = f"The Zebu winch carries {markup} on its lid."
    (project / "golden/small/docs/zebu.txt").write_text(sentence + "\n", encoding="utf-8")
    assert verb("ingest", "--headless", "--config", "configs/small.yaml").code == 0
    ran = verb(*ASK, "The Zebu winch carries what on its lid?", "--threshold", "0", "--passages")
    assert ran.code == 0
    assert ran.out.count(sentence) >= 3  # the answer, the claim with its quote, the passage


def test_json_is_one_document_with_the_whole_answer(in_project: Verb) -> None:
    answer = in_project(*ASK, "How many kilograms the Adder winch weighs?", "--threshold", "0", "--json").json
    assert answer["status"] == "answered"
    assert answer["claims"][0]["citations"][0]["resolved"] is True
    assert {"signals", "confidence", "passages", "steps"} <= set(answer)


def test_a_stale_record_is_a_warning_on_stderr(in_project: Verb) -> None:
    ran = in_project(*ASK, "How many kilograms the Adder winch weighs?", "--set", "retrieval.k=3", "--json")
    assert ran.code == 0
    assert ran.json["threshold"] is None
    assert ran.err.startswith("warning: uncalibrated: the calibration record")


@pytest.mark.parametrize("threshold", ["nan", "-0.1", "1.5"])
def test_a_threshold_that_means_nothing_is_refused(in_project: Verb, threshold: str) -> None:
    ran = in_project(*ASK, "Anything?", f"--threshold={threshold}")
    assert ran.code == 2
    assert "threshold" in ran.err


def test_an_empty_question_is_refused(in_project: Verb) -> None:
    assert in_project(*ASK, " ").code == 2

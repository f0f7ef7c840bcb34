"""The usual names of a column are known, whatever their case; what is given wins over what is guessed."""

from __future__ import annotations

import pytest

from cairn_nb.errors import InputError
from cairn_nb.exchange.mapping import guess, parse_pairs
from cairn_nb.exchange.roles import GOLDEN


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        (
            ["user_input", "response", "retrieved_contexts", "reference"],
            {
                "answer": "response",
                "contexts": "retrieved_contexts",
                "question": "user_input",
                "reference": "reference",
            },
        ),
        (
            ["input", "actual_output", "expected_output", "retrieval_context"],
            {
                "answer": "actual_output",
                "contexts": "retrieval_context",
                "question": "input",
                "reference": "expected_output",
            },
        ),
        (
            ["Question", "Answer", "Ground Truth", "Contexts"],
            {"answer": "Answer", "contexts": "Contexts", "question": "Question", "reference": "Ground Truth"},
        ),
        (
            ["query", "output", "latencyMs", "costUsd", "confidence"],
            {
                "answer": "output",
                "question": "query",
                "latency_ms": "latencyMs",
                "cost_usd": "costUsd",
                "confidence": "confidence",
            },
        ),
    ],
)
def test_other_tools_names_are_known(columns: list[str], found: dict[str, str]) -> None:
    assert dict(guess(columns).columns) == found


def test_the_surest_name_wins_and_the_others_are_listed() -> None:
    mapping = guess(["prediction", "answer", "response", "colour"])
    assert mapping.columns == {"answer": "answer"}
    assert mapping.unused == ("prediction", "response", "colour")


def test_in_a_file_of_questions_an_answer_is_the_expected_one() -> None:
    assert guess(["question", "answer"], roles=GOLDEN).columns == {"question": "question", "reference": "answer"}


def test_what_is_given_wins_and_frees_no_other_columns_role() -> None:
    mapping = guess(["id", "answer", "output"], {"answer": "output", "id": ""})
    assert mapping.columns == {"answer": "output"}
    assert mapping.unused == ("id", "answer")


def test_a_column_is_used_once() -> None:
    assert guess(["question", "input"], {"answer": "question"}).columns == {"answer": "question", "question": "input"}


def test_a_latency_without_a_unit_is_not_guessed() -> None:
    mapping = guess(["answer", "latency"])
    assert mapping.columns == {"answer": "answer"}
    assert "`--map latency_s=latency` or `--map latency_ms=latency`" in mapping.notes[0]
    assert guess(["answer", "latency"], {"latency_s": "latency"}).notes == ()


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"answr": "output"}, "answr: is no role of a column .*'answer'"),
        ({"colour": "output"}, "colour: is no role of a column .*roles: answer, contexts"),
        ({"answer": "outputs"}, "there is no column 'outputs' .*'output'"),
        ({"answer": "x"}, "there is no column 'x' .*columns: output"),
    ],
)
def test_a_role_or_column_that_is_not_there_is_refused(given: dict[str, str], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        guess(["output"], given)


def test_pairs() -> None:
    assert parse_pairs(["answer=a=b", "id="]) == {"answer": "a=b", "id": ""}
    for pairs in (["answer"], ["=x"], ["id=a", "id=b"]):
        with pytest.raises(InputError, match="--map"):
            parse_pairs(pairs)

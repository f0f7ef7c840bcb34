"""What more could be measured is said beside what was, with the option that brings it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import cairn_nb as cairn
from cairn_nb.runner.score.unsaid import CONTEXTS, JUDGEMENTS, REFERENCES

ROW = {"question": "What is the fee?", "answer": "12 euros"}
RUN = "q1 Q0 d1 1 2.0 mine\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(answers: Any, golden: Any = None) -> dict[str, Any]:
    found: dict[str, Any] = cairn.score(answers=answers, golden=golden, out="r.json").notes["answers"]
    return found


@pytest.mark.parametrize(
    ("row", "notes"),
    [
        (ROW, [REFERENCES]),
        ({**ROW, "reference": "12 euros"}, []),
        ({**ROW, "reference": "12 euros", "text read": "The fee."}, [CONTEXTS]),
        ({**ROW, "text read": "The fee."}, [REFERENCES, CONTEXTS]),
        ({**ROW, "reference": "12 euros", "Docs": "The fee."}, []),
        ({**ROW, "answerable": False}, []),
    ],
)
def test_answers(row: dict[str, Any], notes: list[str]) -> None:
    assert told(pd.DataFrame([row]))["notes"] == notes


def test_a_ranking_without_judgements() -> None:
    Path("mine.run").write_text(RUN, encoding="utf-8")
    Path("judged.qrels").write_text("q1 0 d1 1\n", encoding="utf-8")
    assert told("mine.run")["notes"] == [JUDGEMENTS]
    assert told("mine.run", "judged.qrels")["notes"] == []


def test_a_ranking_is_no_judgement() -> None:
    Path("mine.run").write_text(RUN, encoding="utf-8")
    with pytest.raises(cairn.errors.InputError, match="is a run, not judgements"):
        told("mine.run", "mine.run")


def test_a_column_without_a_name_is_seen() -> None:
    assert told(pd.DataFrame([{"": 1, **ROW}]))["unused"] == ["(a column without a name)"]


def test_a_prediction_in_squads_file_may_decline_in_words() -> None:
    Path("predictions.json").write_text('{"q1": "I don\'t know.", "q2": "12", "q3": ""}', encoding="utf-8")
    golden = pd.DataFrame({"id": ["q1", "q2", "q3"], "question": ["a?", "b?", "c?"], "answer": ["1", "12", "3"]})
    report = cairn.score(answers="predictions.json", golden=golden, out="r.json")
    assert [row.status for row in report.per_case] == ["abstained", "answered", "abstained"]


def test_one_row_is_spoken_of_as_one() -> None:
    Path("mine.csv").write_text("question;answer\nWhat is the fee?;12 euros\nand;one;more\n", encoding="utf-8")
    warnings = cairn.score(answers="mine.csv", out="r.json").warnings
    assert "1 row was left out: mine.csv:3: has 3 cells under 2 columns" in warnings
    assert "1 answer says neither a cost nor tokens in and out at a known price: costs are null" in warnings

"""Rows become answers and questions by the roles of their columns; a row that does not fit says which cell and why."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.errors import InputError
from cairn_nb.exchange.answers import answers_of, cases_of
from cairn_nb.exchange.given import GivenAnswer, GivenContext
from cairn_nb.exchange.table import Table, numbered
from cairn_nb.records import Status, Support


def table(*rows: dict[str, Any]) -> Table:
    return Table("rows.jsonl", numbered("rows.jsonl", enumerate(rows, start=1)))


def one(**values: Any) -> GivenAnswer:
    given = answers_of(table({"question": "q", "answer": "a", **values}))
    assert given.misfits == ()
    [row] = given.rows
    return row


def test_a_row_with_everything() -> None:
    row = one(
        id=7,
        reference=["x", "y", "x"],
        contexts=["first", {"page_content": "second", "metadata": {"source": "b.md"}, "score": -1.5}],
        latency_s="1.5",
        cost=0.25,
        total_tokens=12.0,
        confidence=0.5,
        model="m",
        epoch=2,
        tags=["t"],
    )
    assert (row.case.id, row.case.references, row.case.tags) == ("7", ("x", "y"), ("t",))
    assert row.contexts == (GivenContext("first"), GivenContext("second", source="b.md", score=-1.5))
    assert (row.latency_ms, row.cost_usd, row.tokens, row.confidence) == (1500.0, 0.25, 12, 0.5)
    assert (row.model, row.trial, row.place) == ("m", 2, "rows.jsonl:1")


@pytest.mark.parametrize("written", ['["first", "it\'s"]', "['first', \"it's\"]"])
def test_a_list_written_as_text_is_read(written: str) -> None:
    assert one(contexts=written).contexts == (GivenContext("first"), GivenContext("it's"))


def test_ids_beside_the_passages_and_ids_alone() -> None:
    assert one(contexts=["x"], retrieved_context_ids=["d1"]).contexts == (GivenContext("x", id="d1"),)
    assert one(retrieved_context_ids=["d1", 2]).contexts == (GivenContext(id="d1"), GivenContext(id="2"))


def test_what_is_not_said_is_none_and_what_is_empty_is_empty() -> None:
    row = one()
    assert (row.contexts, row.case.references, row.cost_usd, row.claims, row.status) == (None, None, None, None, None)
    empty = one(contexts=[], reference="", claims=[])
    assert (empty.contexts, empty.case.references, empty.claims) == ((), (), ())


@pytest.mark.parametrize(
    ("values", "status"),
    [
        ({"status": "Abstained"}, Status.ABSTAINED),
        ({"status": "success"}, None),  # another tool's word: the column plays no role
        ({"abstained": True}, Status.ABSTAINED),
        ({"abstained": "no"}, Status.ANSWERED),
        ({"abstained": False, "answer": None}, None),
        ({"status": "error", "abstained": True}, Status.ERROR),
    ],
)
def test_what_the_file_says_became_of_a_question(values: dict[str, Any], status: Status | None) -> None:
    assert one(**values).status is status


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"latency_ms": "fast"}, 'latency_ms must be a number, not "fast"'),
        ({"latency_ms": -1}, "latency_ms must be from 0 to 1e+12, not -1"),
        ({"cost": 1e13}, "cost must be from 0 to 1e+12, not 1e+13"),
        ({"cost": True}, "cost must be a number, not true"),
        ({"confidence": 1.2}, "confidence must be from 0 to 1, not 1.2"),
        ({"tokens": 1.5}, "tokens must be a whole number, not 1.5"),
        ({"answer": ["a"]}, 'answer must be text, not ["a"]'),
        ({"answerable": "perhaps"}, 'answerable must be true or false, not "perhaps"'),
        ({"contexts": [{"rank": 1}]}, 'contexts holds a passage with neither text nor id: {"rank": 1}'),
        ({"contexts": ["x"], "context_ids": []}, "holds 1 passages, and there are 0 ids"),
        ({"claims": ["x"]}, 'claims holds a claim without a text: "x"'),
        ({"evidence": [{"doc": "d"}]}, 'evidence holds a support without a quote: {"doc": "d"}'),
    ],
)
def test_a_row_that_does_not_fit_is_named_and_the_others_are_kept(values: dict[str, Any], problem: str) -> None:
    given = answers_of(table({"question": "q", "answer": "a", **values}, {"question": "r", "answer": "b"}))
    assert [row.case.question for row in given.rows] == ["r"]
    assert [str(misfit) for misfit in given.misfits] == [f"rows.jsonl:1: {problem}"]


def test_a_question_with_squads_answers_and_evidence() -> None:
    rows = cases_of(
        table(
            {"id": "a", "question": "q", "answers": {"text": ["x", "x"], "answer_start": [1, 1]}, "is_impossible": 0},
            {"id": "b", "question": "r", "evidence": [{"doc_id": "d", "text": "x"}], "answer": "y", "answerable": True},
            {"id": "c", "question": "s", "reference_contexts": ["whole passage"], "is_impossible": True},
        )
    ).rows
    assert [row.references for row in rows] == [("x",), None, None]
    assert [row.answerable for row in rows] == [True, True, False]
    assert rows[1].supports == (Support(doc="d", quote="x"),)
    assert rows[2].supports[0].quote == "whole passage"


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([], "holds no row"),
        ([{"question": "q", "text": "a"}], "no column holds the answers .*--map answer=COLUMN; its columns: question"),
        ([{"question": "q", "answer": []}], r"holds no row that can be used \(rows\.jsonl:1: answer must be text"),
        ([{"answer": "a"}], "no column holds the questions .*--map question=COLUMN"),
    ],
)
def test_a_file_without_answers_or_questions_is_refused(rows: list[dict[str, Any]], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        answers_of(table(*rows))


def test_a_golden_file_without_questions_is_refused() -> None:
    with pytest.raises(InputError, match=r"--map golden\.question=COLUMN"):
        cases_of(table({"reference": "a"}))

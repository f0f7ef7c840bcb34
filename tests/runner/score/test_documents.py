"""Documents of answers made elsewhere: which ones are told apart, and when nothing is measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.records import Report

CASES: list[dict[str, Any]] = [
    {
        "id": "fee",
        "question": "What is the fee?",
        "expected_answer": "12 euros",
        "keywords": ["12", "monthly"],
        "support": [{"doc": "hr/prices.md", "quote": "The fee is 12 euros."}],
    },
    {
        "id": "due",
        "question": "When is it due?",
        "expected_answer": "In May",
        "support": [{"doc": "dates.md", "quote": "It is due in May."}],
    },
]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def scored(*contexts: Any, cases: list[dict[str, Any]] = CASES, answer: str = "12 euros") -> Report:
    """The report of one answer a case, each with its contexts."""
    Path("cases.jsonl").write_text("".join(f"{json.dumps(case)}\n" for case in cases), encoding="utf-8")
    rows = [
        {"id": case["id"], "answer": answer, **({} if given is None else {"contexts": given})}
        for case, given in zip(cases, contexts, strict=True)
    ]
    Path("answers.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return cairn.score(answers="answers.jsonl", golden="cases.jsonl", out="r.json")


def chunk(source: str, text: str) -> dict[str, str]:
    return {"source": source, "text": text}


def test_a_path_and_its_end_are_one_document() -> None:
    prices, other = chunk("/data/hr/prices.md", "THE FEE  is 12 euros."), chunk("other.md", "The fee is 12 euros.")
    report = scored([other, prices], [chunk("dates.md", "It is")])
    fee, due = report.per_case
    assert (fee.ranked_documents, fee.relevant_documents) == (("other.md", "hr/prices.md"), {"hr/prices.md": 1.0})
    # A quote counts in a chunk of its own document, case and white space ignored; one that is cut counts as missed.
    assert (fee.evidence_ranks, due.evidence_ranks) == ((2,), (None,))
    found = report.documents
    assert (found.recall_at_k["1"], found.recall_at_k["3"], found.mrr_at_k["5"]) == (0.5, 1.0, (1 / 2 + 1) / 2)
    assert (found.context_recall, found.context_precision) == (1.0, (1 / 2 + 1) / 2)
    assert fee.keyword_recall == 0.5  # "12" of "12" and "monthly"
    assert contradictions(report) == ()


@pytest.mark.parametrize(
    "contexts",
    [
        (None, None),  # the file says nothing of what was retrieved
        ([], []),  # the system retrieves nothing
        ([chunk("hr/prices.md", "a")], [{"text": "It is due in May."}]),  # a passage without a document
        ([chunk("c17", "a")], [chunk("c18", "b")]),  # ids of chunks, which no label names
    ],
)
def test_nothing_is_measured_where_documents_cannot_be_told(contexts: tuple[Any, Any]) -> None:
    report = scored(*contexts)
    assert (report.documents.n_labelled, set(report.documents.recall_at_k.values())) == (0, {None})
    assert (report.documents.context_recall, report.documents.evidence_recall_at_k["10"]) == (None, None)
    assert all(row.ranked_documents == () for row in report.per_case)


def test_a_question_for_which_nothing_was_found_counts_as_zero() -> None:
    report = scored([chunk("prices.md", "The fee is 12 euros.")], [])
    assert (report.documents.n_labelled, report.documents.recall_at_k["5"]) == (2, 0.5)


def test_grades_of_the_golden_set_enter_the_gain() -> None:
    cases: list[dict[str, Any]] = [{**CASES[0], "relevant_doc_ids": {"hr/prices.md": 2, "more.md": 1}}, CASES[1]]
    report = scored([chunk("more.md", "a"), chunk("prices.md", "b")], [], cases=cases)
    assert report.per_case[0].relevant_documents == {"hr/prices.md": 2.0, "more.md": 1.0}
    assert report.per_case[0].ranked_documents == ("more.md", "hr/prices.md")


def test_a_refusal_in_words_is_not_an_answer() -> None:
    nobody: dict[str, Any] = {"id": "u", "question": "Who?", "answerable": False}
    report = scored([], cases=[nobody], answer="The documents do not say who.")
    row = report.per_case[0]
    assert (row.refused, row.correct, row.failure_type) == (True, None, "no_failure")
    assert (report.abstention.abstain_precision, report.abstention.abstain_recall) == (1.0, 1.0)
    assert (row.answer_score, row.axes_judge, report.failures) == (5.0, "heuristic", {"no_failure": 1})


def test_grades_that_need_passages_are_unknown_where_no_file_says_what_was_read() -> None:
    nobody: dict[str, Any] = {"id": "u", "question": "Who?", "answerable": False}
    report = scored(None, None, None, cases=[*CASES, nobody])
    assert [row.correct for row in report.per_case] == [True, False, False]
    for row in report.per_case:
        assert (row.answer_score, row.axes, row.is_hallucinated, row.axes_judge) == (None, {}, None, None)
    assert report.answer.answer_score is None and report.estimates["answer_score"].missing == {"not_applicable": 3}
    assert report.failures["no_failure"] == 1 and not contradictions(report)
    # Where others say it, a refusal is still graded by rule: it needs no passages.
    refusal = "The documents do not say who."
    assert [row.answer_score for row in scored(None, [], cases=CASES, answer=refusal).per_case] == [1.0, 1.0]
    assert [row.answer_score is None for row in scored(None, [], cases=CASES).per_case] == [True, False]

"""Blank answers and rankings alone: which type of failure each row has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.records import Status


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_blank_answer_is_a_format_error_unless_the_file_calls_it_an_abstention() -> None:
    rows: list[dict[str, Any]] = [
        {"id": "unsaid", "answer": " ", "answerable": False},
        {"id": "stated", "answer": "", "abstained": True, "answerable": False},
        {"id": "answered", "answer": "", "status": "answered", "expected_answer": "Bob"},
    ]
    text = "\n".join(json.dumps({"question": "Who was it?", **row}) for row in rows)
    Path("answers.jsonl").write_text(text, encoding="utf-8")
    report = cairn.score(answers="answers.jsonl", out="report.json")
    assert {row.case_id: row.failure_type for row in report.per_case} == {
        "unsaid": "format_error",
        "stated": "no_failure",
        "answered": "format_error",
    }
    unsaid = next(row for row in report.per_case if row.case_id == "unsaid")
    assert (unsaid.status, unsaid.refused) == (Status.ANSWERED, False)  # it declines nothing, it says nothing
    answered = next(row for row in report.per_case if row.case_id == "answered")
    assert (answered.token_f1, answered.correct, answered.refused) == (0.0, False, False)
    assert report.failures == {"format_error": 2, "no_failure": 1}
    # One refusal, which is right, of two unanswerable questions.
    assert (report.abstention.abstain_precision, report.abstention.abstain_recall) == (1.0, 0.5)


def test_a_ranking_alone_misses_or_ranks_too_deep() -> None:
    deep = "".join(f"deep Q0 e{rank} {rank} {20 - rank} t\n" for rank in range(1, 8))
    Path("a.run").write_text(f"found Q0 d2 1 9 t\nfound Q0 d1 2 8 t\nmissed Q0 d9 1 9 t\n{deep}", encoding="utf-8")
    judged = "found 0 d1 1\nmissed 0 d1 1\ndeep 0 e7 1\nabsent 0 d1 1\nunjudged 0 d1 0\n"
    Path("a.qrels").write_text(judged, encoding="utf-8")
    report = cairn.score(answers="a.run", golden="a.qrels", out="report.json")
    assert {row.case_id: row.failure_type for row in report.per_case} == {
        "found": "no_failure",
        "missed": "retrieval_miss",
        "deep": "bad_reranking",  # its only relevant document is at rank 7, and Hit@5 is 0
        "absent": "retrieval_miss",  # the run has no line for it: it retrieved nothing
        "unjudged": "no_failure",
    }

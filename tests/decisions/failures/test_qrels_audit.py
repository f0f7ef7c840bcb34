"""Answers that are well supported by documents that no label names: which they are, and how often each is there."""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.failures.qrels_audit import qrels_audit, unlabelled_documents
from cairn_nb.decisions.failures.qrels_audit_markdown import qrels_audit_markdown
from cairn_nb.records import CaseRow, Report
from tests.decisions.labelled_rows import RIGHT, WRONG, answer, missed, refusal
from tests.report_factory import build_report, failed_row

GOOD = (4, 4, 4, 4, 4)


def report(name: str, *rows: CaseRow, **changes: Any) -> Report:
    return build_report(rows, config_name=name, **changes)


def two_systems() -> tuple[Report, Report]:
    """Of `dense` three answers are well supported without `a`; of `bm25` one; the others are no gap."""
    deeper = {"ranked_documents": ("b", "c", "a"), "given_documents": ("b", "b", "c")}
    dense = report(
        "dense",
        answer(RIGHT, "q1", **missed()),
        answer(GOOD, "q2", **deeper),
        answer(GOOD, "q2", trial=1, **deeper),
        answer(RIGHT, "q3"),
        answer(WRONG, "q4", **missed()),
        refusal("q5", **missed()),
        failed_row("q6", relevant_documents={"a": 1.0}),
        answer(RIGHT, "q7", relevant_documents={}, support_located=None, retrieved_support_rank=None),
        answer(RIGHT, "q8", answerable=False, **missed()),
    )
    return dense, report("bm25", answer((4, 4, 4, 4, 3.9), "q1", **missed()), answer(RIGHT, "q2", **missed()))


def test_each_systems_answers_and_what_they_are_compared_with() -> None:
    dense, bm25 = qrels_audit(two_systems()).systems
    # q1 to q5 have labels, q2 twice; q6 failed, q7 has no labels, q8 no answer.
    assert (dense.name, dense.n_compared) == ("dense", 6)
    assert [(found.case_id, found.trial) for found in dense.answers] == [("q1", 0), ("q2", 0), ("q2", 1)]
    # (4 + 4 + 4 + 4 + 3.9) / 5 = 3.98 lies below 4.
    assert (bm25.n_compared, [found.case_id for found in bm25.answers]) == (2, ["q2"])


def test_an_answers_documents_have_their_ranks() -> None:
    _, found, _ = qrels_audit(two_systems()).systems[0].answers
    assert [(entry.document, entry.rank) for entry in found.given] == [("b", 1), ("c", 2)]
    assert [(entry.document, entry.rank) for entry in found.labelled] == [("a", 3)]
    assert (found.question, found.answer_score, found.faithfulness) == ("what about q2?", 4, 4)
    first = qrels_audit(two_systems()).systems[0].answers[0]
    assert [(entry.document, entry.rank) for entry in first.labelled] == [("a", None)]


def test_documents_are_counted_over_systems_trials_and_questions() -> None:
    # b and c were given in q1, q2 and q2's second trial by dense, and in q2 by bm25.
    counts = qrels_audit(two_systems()).documents
    assert [(found.document, found.n_answers, found.n_questions) for found in counts] == [("b", 4, 2), ("c", 4, 2)]


def test_a_system_that_retrieves_nothing_stays_out() -> None:
    nothing = report("none", answer(RIGHT, "q1", ranked_documents=(), given_documents=()))
    unlabelled = report("free", answer(RIGHT, relevant_documents={}, support_located=None, retrieved_support_rank=None))
    audit = qrels_audit([nothing, unlabelled])
    assert (audit.systems, audit.documents) == ((), ())
    assert "there is nothing to audit" in qrels_audit_markdown(audit)


def test_where_the_given_documents_are_unknown_the_head_of_the_ranking_stands_in() -> None:
    row = answer(RIGHT, given_documents=(), ranked_documents=tuple("bcdefgha"))
    assert unlabelled_documents(row) == tuple("bcdef")


def test_the_markdown_counts_then_lists() -> None:
    text = qrels_audit_markdown(qrels_audit(two_systems()))
    assert text.startswith("# Label audit\n\nAnswers judged well supported ")
    lines = text.splitlines()
    assert "| dense | 6 | 3 |" in lines and "| bm25 | 2 | 1 |" in lines
    assert "| b | 4 | 2 |" in lines
    assert (
        "| q2 · trial 2 | what about q2? | b (rank 1); c (rank 2) | a (rank 3) | 4.0 | 4.0 |"
        in lines[lines.index("## dense") : lines.index("## bm25")]
    )
    assert "| q1 | what about q1? | b (rank 1); c (rank 2) | a (not ranked) | 5.0 | 5.0 |" in lines


def test_without_a_gap_only_the_counts_are_left() -> None:
    text = qrels_audit_markdown(qrels_audit([report("dense", answer(RIGHT))]))
    assert "| dense | 1 | 0 |" in text and "##" not in text


def test_hostile_texts_are_shown_and_never_rendered() -> None:
    hostile = "<img src=x onerror=alert(1)>|[x](javascript:alert(1))\n# head"
    row = answer(RIGHT, hostile, question=hostile, **missed(given_documents=(hostile,)))
    text = qrels_audit_markdown(qrels_audit([report(hostile, row)]))
    assert "<img" not in text and "](" not in text and "\n# head" not in text
    [line] = [line for line in text.splitlines() if line.endswith("| 5.0 | 5.0 |")]
    assert line.count(" | ") == 5  # six cells

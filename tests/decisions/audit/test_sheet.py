"""The blind sheet and its key."""

from __future__ import annotations

import csv
import io

from cairn_nb.decisions.audit.answers import judged_answers
from cairn_nb.decisions.audit.judge_name import JudgeName, judge_name
from cairn_nb.decisions.audit.sheet import COLUMNS, NOT_KEPT, sheet_of
from cairn_nb.records import AXES, Evidence, Passage, answer_digest
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection
from tests.decisions.audit.judged import graded, run

JUDGE = JudgeName("judge-1", "axes-1")


def cells(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def passage(chunk_id: str, text: str, *, rank: int, shown: bool = True) -> Passage:
    return Passage(chunk_id=chunk_id, source="doc.md", text=text, rank=rank, score=1.0, shown=shown)


def test_it_shows_what_the_judge_saw_and_neither_system_nor_scores() -> None:
    report = run("secret-system", [4.5], row={"expected_answer": "12 euros", "answer_text": "It is 12 euros."})
    answers = judged_answers([report])
    shown, hidden = passage("c1", "The fee is 12 euros.", rank=1), passage("c2", "Not given.", rank=2, shown=False)
    evidence = {0: {("c00", 0): Evidence(case_id="c00", passages=(shown, hidden))}}
    sheet = sheet_of([report], answers, answers, evidence, judge=JUDGE, seed=3)
    [row] = cells(sheet.text)
    assert row == {
        "row": "a1",
        "question": "what about c00?",
        "answerable": "yes",
        "reference": "12 euros",
        "context": "[c1] doc.md\nThe fee is 12 euros.",
        "answer": "It is 12 euros.",
        **dict.fromkeys(AXES, ""),
    }
    assert "secret-system" not in sheet.text
    assert "4.5" not in sheet.text


def test_the_key_maps_each_row_back_to_its_answer() -> None:
    reports = [run("a", [1, 5], run_id="r1"), run("b", [3])]
    answers = judged_answers(reports)
    sheet = sheet_of(reports, answers, answers[::-1], {}, judge=JUDGE, seed=3)
    assert [row["row"] for row in cells(sheet.text)] == [row.row for row in sheet.key.rows] == ["a1", "a2", "a3"]
    assert [(row.system, row.run_id, row.case_id, row.band) for row in sheet.key.rows] == [
        ("b", None, "c00", "2 to 4"),
        ("a", "r1", "c01", "4 and up"),
        ("a", "r1", "c00", "below 2"),
    ]
    assert sheet.key.rows[1].answer_sha256 == answer_digest("the answer to c01")
    assert sheet.key.group_sizes == {"a": {"below 2": 1, "4 and up": 1}, "b": {"2 to 4": 1}}
    assert (sheet.key.judge, sheet.key.rubric, sheet.key.seed) == ("judge-1", "axes-1", 3)


def test_a_cell_that_a_spreadsheet_would_run_is_text() -> None:
    report = run("a", [3], row={"answer_text": "=HYPERLINK(1)", "question": "+1 or -1?"})
    answers = judged_answers([report])
    [row] = cells(sheet_of([report], answers, answers, {0: None}, judge=JUDGE, seed=0).text)
    assert (row["answer"], row["question"], row["context"]) == ("'=HYPERLINK(1)", "'+1 or -1?", NOT_KEPT)
    assert tuple(row) == COLUMNS


def test_which_judge_an_audit_is_about() -> None:
    panel = JudgingSection(
        name="panel",
        prompt_version="axes-1",
        judges=(AxesJudgeMember(judge="openai:x"), AxesJudgeMember(judge="anthropic:y")),
        aggregate="median",
    )
    assert judge_name([run("a", [3], judging=panel)], "answer_score") == JudgeName(
        "openai:x, anthropic:y (median)", "axes-1"
    )
    assert judge_name([run("a", [3])], "answer_score") == JudgeName("judge-1", "judge-1")
    assert judge_name([graded("a", [True])], "correct") == JudgeName("llm", "stub-1")
    mixed = judge_name([run("a", [3], judging=panel), run("b", [3])], "answer_score")
    assert mixed == JudgeName("judge-1 | openai:x, anthropic:y (median)", "judge-1 | axes-1", several=True)

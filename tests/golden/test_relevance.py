from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.errors import GoldenError
from cairn_nb.golden.clusters import cluster_id
from cairn_nb.golden.content import content_hash
from cairn_nb.golden.load import load_golden
from cairn_nb.records import Case

ROWS = [
    {"id": "a", "question": "Why?", "expected_answer": "So."},
    {"id": "b", "question": "When?", "expected_answer": "Now."},
]


def write(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "cases.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows or ROWS), encoding="utf-8")
    return path


def grades(path: Path) -> list[dict[str, int]]:
    return [case.relevant_doc_ids for case in load_golden(path).cases]


def test_a_set_without_labels_keeps_the_hash_of_the_fields_that_it_always_had() -> None:
    case: dict[str, Any] = {
        "answer_type": None,
        "answerable": True,
        "category": None,
        "expected_answer": "So.",
        "id": "a",
        "keywords": [],
        "notes": "",
        "question": "Why?",
        "support": [],
        "tags": [],
    }
    canonical = json.dumps(case, sort_keys=True, separators=(",", ":"))
    plain = Case(id="a", question="Why?", expected_answer="So.")
    assert content_hash([plain]) == hashlib.sha256(canonical.encode()).hexdigest()
    assert content_hash([plain.changed(relevant_doc_ids={"p.md": 1})]) != content_hash([plain])


def test_labels_are_a_list_or_grades(tmp_path: Path) -> None:
    path = write(
        tmp_path, {**ROWS[0], "relevant_doc_ids": ["p.md", "q.md"]}, {**ROWS[1], "relevant_doc_ids": {"q.md": 3}}
    )
    assert grades(path) == [{"p.md": 1, "q.md": 1}, {"q.md": 3}]


@pytest.mark.parametrize("name", ["qrels", "qrels.txt"])
def test_trecs_judgements_stand_beside_the_set(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("a 0 p.md 2\na 0 q.md 0\nb 0 q.md -1\n", encoding="utf-8")
    assert grades(write(tmp_path)) == [{"p.md": 2, "q.md": 0}, {"q.md": -1}]


@pytest.mark.parametrize("name", ["qrels", "qrels.tsv", "qrels/test.tsv", "qrels/only.tsv"])
def test_beirs_judgements_stand_beside_the_set(tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    place.parent.mkdir(exist_ok=True)
    place.write_text("query-id\tcorpus-id\tscore\na\tp.md\t2\n", encoding="utf-8")
    assert grades(write(tmp_path)) == [{"p.md": 2}, {}]


def test_judgements_change_the_content_and_the_cluster_of_a_case_without_supports(tmp_path: Path) -> None:
    plain = load_golden(write(tmp_path))
    (tmp_path / "qrels").write_text("a 0 n.md 0\na 0 p.md 2\n", encoding="utf-8")
    judged = load_golden(write(tmp_path))
    assert judged.content_hash != plain.content_hash
    assert [cluster_id(case) for case in judged.cases] == ["p.md", "case:b"]


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["p.md", "p.md"], "names 'p.md' twice"),
        ([1], "list of documents"),
        ({"p.md": "2"}, "relevant_doc_ids.p.md: input should be a valid integer"),
        ({"p.md": 1024}, "less than or equal to 1023"),
        ([" "], "relevant_doc_ids: must not be blank"),
        ("p.md", "valid dictionary"),
    ],
)
def test_a_label_that_cannot_be_used_is_named(tmp_path: Path, labels: Any, said: str) -> None:
    with pytest.raises(GoldenError, match=r"cases.jsonl:1: ") as caught:
        load_golden(write(tmp_path, {**ROWS[0], "relevant_doc_ids": labels}))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("a 0 p.md high\n", "qrels:1: the grade 'high' is no whole number"),
        ("a 0 p.md 1\na 0 q.md\n", "qrels:2: has 3 fields, not 4"),
        ("c 0 p.md 1\n", "qrels: c: is judged, and there is no such case"),
        ("a 0 p.md 9999\n", "qrels: a: p.md has the grade 9999; the most is 1023"),
        ("query\tdocument\tgrade\na\tp.md\n", "qrels:2: expected query, document and a whole number"),
    ],
)
def test_judgements_that_cannot_be_used_are_named(tmp_path: Path, lines: str, said: str) -> None:
    (tmp_path / "qrels").write_text(lines, encoding="utf-8")
    with pytest.raises(GoldenError) as caught:
        load_golden(write(tmp_path))
    assert said in str(caught.value)


def test_a_case_has_its_labels_in_one_place(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("a 0 p.md 1\n", encoding="utf-8")
    with pytest.raises(GoldenError, match="has relevant_doc_ids of its own"):
        load_golden(write(tmp_path, {**ROWS[0], "relevant_doc_ids": ["p.md"]}))
    (tmp_path / "qrels.tsv").write_text("", encoding="utf-8")
    with pytest.raises(GoldenError, match=r"there are qrels and qrels.tsv, and only one"):
        load_golden(write(tmp_path))

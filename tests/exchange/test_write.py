"""A report's rows in other tools' files say what the report says, and can be read back."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

import cairn_nb as cairn
from cairn_nb.errors import InputError
from cairn_nb.files.strict_json import read
from cairn_nb.metrics.retrieval import evaluate
from cairn_nb.records import Report
from cairn_nb.records.case_row import CaseRow
from tests.cli.conftest import Verb, verb

__all__ = ["verb"]

ROWS: list[dict[str, Any]] = [
    {
        "id": "a b",
        "question": "Größe?",
        "answer": "5,5\n\x1b[2J",
        "reference": "5,5",
        "retrieved_contexts": [{"id": "d 1", "text": "T1"}, {"id": "d2", "text": "T2"}],
        "latency_ms": 1500,
    },
    {"id": "b", "question": "q?", "answer": "=1+1", "reference": "two", "retrieved_contexts": []},
    {"id": "c", "question": "r?", "answer": "I don't know.", "reference": "x"},
    {"id": "d", "question": "s?", "answer": "I don't know.", "answerable": False},
    {"id": "e", "question": "t?", "answer": "guess", "answerable": False},
    {"id": "f", "question": "u?", "answer": None, "reference": "x"},
    {"id": "g", "question": "v?", "answer": "free"},
]


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    monkeypatch.chdir(tmp_path)
    Path("mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return cairn.score(answers="mine.jsonl", out="r.json")


def test_csv_has_every_field_of_every_row(report: Report) -> None:
    path = cairn.export(report, "rows.csv")
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert list(rows[0]) == list(CaseRow.model_fields)
    for row, stated in zip(rows, report.per_case, strict=True):
        assert (row["case_id"], row["answer_text"], row["status"]) == (
            stated.case_id,
            stated.answer_text,
            stated.status,
        )
        assert row["token_f1"] == ("" if stated.token_f1 is None else str(stated.token_f1))
        assert json.loads(row["retrieved_ids"]) == list(stated.retrieved_ids)


def test_parquet_has_the_same_types_whatever_the_rows_hold(report: Report) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(cairn.export(report, "rows.parquet"))
    types = {name: str(kind) for name, kind in zip(table.schema.names, table.schema.types, strict=True)}
    assert {types[name] for name in ("latency_ms", "cost_usd", "confidence", "token_f1")} == {"double"}
    assert (types["answerable"], types["correct"], types["tokens"], types["trial"]) == (
        "bool",
        "bool",
        "int64",
        "int64",
    )
    assert (types["case_id"], types["claims"], types["status"]) == ("string", "string", "string")
    assert table.column("cost_usd").to_pylist() == [None] * len(ROWS)
    assert table.column("latency_ms").to_pylist()[:2] == [1500.0, None]


def test_ragas_rows_come_back_as_the_same_report(report: Report) -> None:
    path = cairn.export(report, "again.jsonl")
    again = cairn.score(answers=path, out="again.json")
    assert again.answer == report.answer
    assert again.abstention == report.abstention
    assert [row.status for row in again.per_case] == [row.status for row in report.per_case]
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert (first["user_input"], first["retrieved_contexts"]) == ("Größe?", ["T1", "T2"])


@pytest.mark.usefixtures("report")
def test_ragas_rows_without_the_evidence_have_ids_alone() -> None:
    Path("r.evidence.jsonl.gz").unlink()
    first = json.loads(cairn.export("r.json", "again.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert "retrieved_contexts" not in first
    assert first["retrieved_context_ids"] == ["d 1", "d2"]


def test_a_trec_run_is_ranked_as_it_was_retrieved(report: Report) -> None:
    path = cairn.export(report, "mine.run")
    assert path.read_text(encoding="utf-8") == "a_b Q0 d_1 1 2 mine\na_b Q0 d2 2 1 mine\n"
    Path("a.qrels").write_text("a_b 0 d2 1\n", encoding="utf-8")
    ranked = cairn.score(answers=path, golden="a.qrels", out="ranked.json")
    peer = evaluate({"a_b": {"d2": 1}}, {"a_b": {"d_1": 2.0, "d2": 1.0}})
    assert ranked.documents.mrr_at_k["10"] == peer["mrr@10"].iloc[0] == 0.5


def test_junit_has_a_test_a_case(report: Report) -> None:
    root = Xml.fromstring(cairn.export(report, "rows.xml").read_text(encoding="utf-8"))
    assert root.attrib == {"tests": "7", "failures": "2", "errors": "1", "skipped": "2"}
    cases = {case.attrib["name"]: case for case in root.iter("testcase")}
    marks = {name: [mark.tag for mark in case] for name, case in cases.items()}
    assert marks == {
        "a b": [],
        "b": ["failure"],
        "c": ["skipped"],
        "d": [],
        "e": ["failure"],
        "f": ["error"],
        "g": ["skipped"],
    }
    assert cases["a b"].attrib["time"] == "1.500"
    assert cases["b"][0].text == "question: q?\nexpected: two\nanswer: =1+1"


def test_what_cannot_be_written_is_said(report: Report) -> None:
    with pytest.raises(InputError, match=r"rows\.txt: its ending names no format .*\.csv csv"):
        cairn.export(report, "rows.txt")
    with pytest.raises(InputError, match="is the report itself"):
        cairn.export(report, "r.json", format="csv")
    assert read("r.json")["n_cases"] == len(ROWS)
    without = report.model_copy(update={"per_case": report.per_case[1:]})
    with pytest.raises(InputError, match="holds no ranking"):
        cairn.export(without, "none.run")
    assert not Path("none.run").exists()


def test_the_verb(report: Report, verb: Verb) -> None:
    assert report.source is not None
    ran = verb("export", "r.json", "rows.txt", "--format", "trec", "--json")
    assert (ran.code, ran.json) == (0, {"file": "rows.txt", "report": "r.json"})
    assert verb("export", "r.json", "rows.csv").out == "export: rows.csv\n"
    wrong = verb("export", "missing.json", "rows.csv")
    assert (wrong.code, wrong.err.count("\n")) == (2, 1)

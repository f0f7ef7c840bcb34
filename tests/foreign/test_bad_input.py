"""Bad input through the real command: exit 2, the file with its row or key, the next step, and nothing touched."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.foreign.projects import Project
from tests.foreign.refusal import refused

EVAL = ("eval", "-c", "small.yaml", "--headless")
INGEST = ("ingest", "-c", "small.yaml", "--headless")
CALIBRATE = ("calibrate", "-c", "small.yaml", "--headless")
GATE = ("gate", "--headless", "--baseline", "base.json", "--candidate")


def lines(project: Project) -> list[str]:
    return (project.folder / "cases.jsonl").read_text(encoding="utf-8").splitlines()


def write_lines(project: Project, rows: list[str]) -> None:
    (project.folder / "cases.jsonl").write_text("".join(row + "\n" for row in rows), encoding="utf-8")


def test_a_malformed_row(project: Project) -> None:
    rows = lines(project)
    write_lines(project, [*rows[:4], rows[4][:-7], *rows[5:]])
    refused(project, *EVAL, says=("cases.jsonl:5",))


def test_a_duplicate_id(project: Project) -> None:
    rows = lines(project)
    write_lines(project, [*rows, rows[2]])
    refused(project, *EVAL, says=(f"cases.jsonl:{len(rows) + 1}", "on line 3", "give each case its own id"))


def test_an_unknown_key_of_a_row(project: Project) -> None:
    rows = lines(project)
    write_lines(project, [rows[0].replace("expected_answer", "expected_anwser"), *rows[1:]])
    refused(project, *EVAL, says=("cases.jsonl:1", "expected_anwser", "did you mean 'expected_answer'?"))


def test_an_empty_golden_set(project: Project) -> None:
    write_lines(project, [])
    refused(project, *EVAL, says=("cases.jsonl", "no cases", "write one JSON object a line"))


def test_a_missing_golden_set(project: Project) -> None:
    (project.folder / "cases.jsonl").unlink()
    refused(project, *EVAL, says=("cases.jsonl", "no such golden set"))


def test_a_missing_corpus(project: Project) -> None:
    (project.folder / "docs").rename(project.folder / "elsewhere")
    refused(project, *INGEST, says=("docs", "corpus"))
    refused(project, *EVAL, says=("docs",))


def test_a_golden_set_from_another_system_with_a_mark_and_other_line_ends_is_the_same_set(project: Project) -> None:
    text = "\ufeff" + "\r\n".join(lines(project)) + "\r\n"
    (project.folder / "cases.jsonl").write_text(text, encoding="utf-8", newline="")
    project.ok(*EVAL, "--out", "marked.json")
    base, marked = project.report("base.json"), project.report("marked.json")
    assert marked["golden_hash"] == base["golden_hash"]
    assert marked["notes"]["threshold_source"] == "calibrated"  # so the record is not stale either


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_a_number_in_a_report_that_is_not_finite(project: Project, number: str) -> None:
    text = (project.folder / "base.json").read_text(encoding="utf-8")
    (project.folder / "bad.json").write_text(
        re.sub(r'("mrr": ?)[0-9.]+', rf"\g<1>{number}", text, count=1), encoding="utf-8"
    )
    refused(project, *GATE, "bad.json", says=("bad.json", number, "cairn eval"))


def test_a_truncated_report(project: Project) -> None:
    text = (project.folder / "base.json").read_text(encoding="utf-8")
    (project.folder / "bad.json").write_text(text[: len(text) // 2], encoding="utf-8")
    refused(project, *GATE, "bad.json", says=("bad.json:", "ends too early", "cairn eval"))


def test_a_report_without_a_key(project: Project) -> None:
    report = project.report("base.json")
    del report["corpus_hash"]
    (project.folder / "bad.json").write_text(json.dumps(report), encoding="utf-8")
    refused(project, *GATE, "bad.json", says=("bad.json", "corpus_hash"))


def test_a_report_whose_total_contradicts_its_rows(project: Project) -> None:
    report = project.report("base.json")
    report["abstention"]["answer_rate"] /= 2
    (project.folder / "bad.json").write_text(json.dumps(report), encoding="utf-8")
    done = refused(project, *GATE, "bad.json", says=())
    assert "no verdict" in done.out and "answer_rate" in done.out


def test_a_missing_report(project: Project) -> None:
    refused(project, *GATE, "none.json", says=("none.json",))


def test_an_index_of_another_configuration(project: Project) -> None:
    project.configure("small", ingest={"chunker": {"name": "fixed", "params": {"size": 400, "overlap": 0}}})
    refused(project, *EVAL, says=(".cairn/index/small", "chunker", "cairn ingest"))


def test_an_index_that_is_not_there(fresh: Project) -> None:
    refused(fresh, *EVAL, says=(".cairn/index/small", "cairn ingest"))
    refused(fresh, *CALIBRATE, says=(".cairn/index/small", "cairn ingest"))


def test_a_corpus_that_changed_since_it_was_ingested(project: Project) -> None:
    with (project.folder / "docs/Elm.txt").open("a", encoding="utf-8") as stream:
        stream.write("The bridge of Elm fell in 1999.\n")
    refused(project, *EVAL, says=("corpus", "cairn ingest"))


def test_a_damaged_index(project: Project) -> None:
    chunks = next((project.folder / ".cairn/index/small").glob("gen-*/chunks.jsonl"))
    chunks.write_bytes(chunks.read_bytes()[:-40])
    refused(project, *EVAL, says=("chunks.jsonl", "cairn ingest"))


@pytest.mark.parametrize("alpha", ["0", "1", "-0.1", "1.5", "high", "nan"])
def test_a_promise_that_promises_nothing(project: Project, alpha: str) -> None:
    refused(project, *CALIBRATE, "--set", f"calibration.alpha={alpha}", says=("calibration.alpha",))


def test_an_unknown_key_of_an_experiment_file(project: Project) -> None:
    with (project.folder / "small.yaml").open("a", encoding="utf-8") as stream:
        stream.write("retreival:\n  k: 4\n")
    line = len((project.folder / "small.yaml").read_text(encoding="utf-8").splitlines()) - 1
    refused(project, *EVAL, says=(f"small.yaml:{line}", "retreival", "retrieval"))


@pytest.mark.parametrize(
    ("prices", "says"),
    [
        ({"stub": {"input": -1, "output": 1}}, ("stub.input", "-1", "negative")),
        ({"stub": {"input": 1, "output": "free"}}, ("stub.output", "free")),
        ({"stub": {"input": 1}}, ("stub.output", "missing")),
    ],
)
def test_a_price_table_that_cannot_be_used(project: Project, prices: Any, says: tuple[str, ...]) -> None:
    refused(project, *EVAL, env={"CAIRN_PRICING_JSON": json.dumps(prices)}, says=("CAIRN_PRICING_JSON: stub", *says))


def test_one_case_leaves_nothing_to_calibrate_on_or_nothing_to_evaluate(fresh: Project) -> None:
    write_lines(fresh, lines(fresh)[:1])
    fresh.ok(*INGEST)
    # A share of 0.4 of one case is none: floor(0.4 + 0.5) = 0; a share of 0.5 is all: floor(0.5 + 0.5) = 1.
    refused(
        fresh, *CALIBRATE, "--set", "calibration.split=0.4", says=("calibration", "no case", "cases.jsonl", "add cases")
    )
    refused(fresh, *EVAL, "--set", "calibration.split=0.5", says=("eval", "no case", "cases.jsonl", "add cases"))


@pytest.mark.parametrize("switch", ["CAIRN_STUB_DEGRADE", "CAIRN_STUB_REFUSE"])
def test_a_threshold_is_not_fitted_on_a_degraded_system(project: Project, switch: str) -> None:
    refused(project, *CALIBRATE, env={switch: "1"}, says=(switch, "unset"))


@pytest.mark.parametrize(
    "args",
    [
        ("eval", "--headless", "-c", "none.yaml"),
        ("eval", "--headless", "-c", "small.yaml", "--split", "test"),
        ("eval", "--headless", "-c", "small.yaml", "--limit", "0"),
        ("evaluate",),
        ("gate", "--headless", "--baseline", "base.json"),
        ("ask", "-c", "small.yaml", "  "),
        ("ask", "-c", "small.yaml", "When?", "--threshold", "7"),
        ("bench", "--headless", "--configs", "nothing-*.yaml"),
        ("eval", "--headless", "-c", "small.yaml", "--out", "docs"),
    ],
    ids=" ".join,
)
def test_misuse(project: Project, args: tuple[str, ...]) -> None:
    refused(project, *args, says=())


def test_reports_of_other_documents_are_told_apart_as_a_verdict_of_no(project: Project, tmp_path: Path) -> None:
    report = project.report("base.json")
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**report, "corpus_hash": "0" * 64}), encoding="utf-8")
    done = project.cairn(*GATE, str(other))
    assert done.code == 1
    assert "corpus hash differs" in done.out

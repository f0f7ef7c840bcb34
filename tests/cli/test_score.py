"""`cairn score` says how it read the columns, and its reports serve every view and the gate."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Verb


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two systems' answers to twelve questions; the second knows half of the answers."""
    monkeypatch.chdir(tmp_path)
    for name, known in (("good", 12), ("poor", 6)):
        rows = [
            {
                "user_input": f"What is the code of ship {n}?",
                "response": f"code {n}" if n < known else "no idea at all",
                "reference": f"code {n}",
                "retrieved_contexts": [f"Ship {n} has the code {n}."],
                "latency": 2,
            }
            for n in range(12)
        ]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        Path(f"{name}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_mapping_is_printed_and_can_be_changed(verb: Verb) -> None:
    ran = verb("score", "good.jsonl", "--out", "good.json")
    assert ran.code == 0
    assert ran.err.splitlines()[:3] == [
        "columns of good.jsonl: answer=response, contexts=retrieved_contexts, question=user_input, "
        "reference=reference; --map ROLE=COLUMN changes this",
        "not used: latency",
        "note: 'latency' is in seconds or in milliseconds? `--map latency_s=latency` or "
        "`--map latency_ms=latency` says which",
    ]
    assert "token F1              1.000" in ran.out and "not measured" in ran.out
    again = verb("score", "good.jsonl", "--map", "latency_s=latency", "--map", "contexts=", "--json")
    assert again.json["operational"]["latency_p50_ms"] == 2000
    assert again.json["notes"]["answers"]["mapping"]["latency_s"] == "latency"
    assert "contexts" not in again.json["notes"]["answers"]["mapping"]
    assert Path(again.json["report_path"]).is_file()


def test_reports_serve_the_gate_and_the_explorer(verb: Verb) -> None:
    for name in ("good", "poor"):
        assert verb("score", f"{name}.jsonl", "--out", f"{name}.json").code == 0
    same = verb("gate", "--headless", "--baseline", "good.json", "--candidate", "good.json", "--json")
    assert (same.code, same.json["promote"]) == (0, True)
    worse = verb("gate", "--headless", "--baseline", "good.json", "--candidate", "poor.json", "--json")
    assert worse.code == 1
    assert worse.json["reasons"][0].startswith("judge_score dropped by 0.500")
    shown = verb("explore", "good.json", "poor.json", "--no-open")
    assert shown.code == 0
    page = Path("compare-good-poor.html").read_text(encoding="utf-8")
    assert "good" in page and "poor" in page


def test_an_incomplete_report_says_so_and_the_gate_has_no_verdict(verb: Verb) -> None:
    rows = [json.loads(line) for line in Path("good.jsonl").read_text(encoding="utf-8").splitlines()]
    golden = "".join(json.dumps({"question": r["user_input"], "answer": r["reference"]}) + "\n" for r in rows)
    Path("golden.jsonl").write_text(golden, encoding="utf-8")
    few = "".join(json.dumps(row) + "\n" for row in rows[:6])
    Path("few.jsonl").write_text(few, encoding="utf-8")
    ran = verb("score", "few.jsonl", "--golden", "golden.jsonl", "--out", "few.json")
    assert ran.code == 0
    assert "warning: incomplete: 6 of 12 cases have no answer" in ran.err
    assert ran.out.endswith("this report is incomplete: the gate will refuse it\n")
    gated = verb("gate", "--headless", "--baseline", "few.json", "--candidate", "few.json")
    assert gated.code == 2


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["missing.jsonl"], "error: missing.jsonl: there is no such file"),
        (["good.jsonl", "--map", "answer"], "error: --map: answer: expected ROLE=COLUMN"),
        (["good.jsonl", "--map", "answer=respons"], "error: mapping: answer: there is no column 'respons'"),
        (["good.jsonl", "--name", "A b"], "error: name: must be 1 to 64"),
        (["good.jsonl", "--out", "good.jsonl"], "error: good.jsonl: a report's name ends in .json"),
    ],
)
def test_misuse_exits_2_with_one_line(verb: Verb, arguments: list[str], problem: str) -> None:
    ran = verb("score", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(problem) and ran.err.count("\n") == 1

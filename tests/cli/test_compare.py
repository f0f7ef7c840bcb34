"""`cairn compare` says what differs; it exits 0 whatever differs, and 2 where nothing can be compared."""

from __future__ import annotations

from pathlib import Path

import pytest

import cairn_nb as cairn
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.files.reports import write_report
from tests.cli.conftest import Verb
from tests.decisions.selection.systems import flat, system


def written(folder: Path, name: str, score: float, *, n: int = 12) -> Path:
    place = folder / f"{name}.json"
    write_report(system(name, flat(score, n)), place)
    return place


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three reports: 3, 4 and 2 points for every question."""
    return [written(tmp_path, name, score) for name, score in (("old", 3), ("new", 4), ("bad", 2))]


def test_two_reports(files: list[Path], verb: Verb) -> None:
    ran = verb("compare", *map(str, files[:2]))
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "new against old: 12 questions in both"
    [score] = [line for line in ran.out.splitlines() if line.startswith("answer_score")]
    assert "+1.000" in score and score.endswith("better")
    assert ran.out.splitlines()[-1] == "changed: nothing"


def test_worse_is_no_exit_code_and_each_candidate_meets_the_baseline(files: list[Path], verb: Verb) -> None:
    ran = verb("compare", *map(str, files), "--json")
    assert ran.code == 0
    assert [(pair["baseline"], pair["candidate"]) for pair in ran.json["pairs"]] == [("old", "new"), ("old", "bad")]
    assert ran.json["pairs"][1]["measures"][0]["verdict"] == "worse"
    assert ran.json == cairn.compare(*files).model_dump(mode="json")


def test_markdown_and_the_measures_asked_for(files: list[Path], tmp_path: Path, verb: Verb) -> None:
    out = tmp_path / "compared.md"
    ran = verb(
        "compare", *map(str, files[:2]), "--metric", "answer_score", "--metric", "answer_rate", "--out", str(out)
    )
    assert ran.out.splitlines()[-1] == f"written to {out}"
    text = out.read_text(encoding="utf-8")
    assert [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| a")] == [
        "| answer_score",
        "| answer_rate",
    ]


def test_bench_runs(tmp_path: Path, verb: Verb) -> None:
    before, after = BenchFolder(tmp_path / "bench/1"), BenchFolder(tmp_path / "bench/2")
    before.keep([system("a", flat(3)), system("gone", flat(3))])
    after.keep([system("a", flat(4))])
    ran = verb("compare", str(before.folder), str(after.folder))
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "a against a: 40 questions in both"
    assert ran.out.splitlines()[-1] == "not compared: gone (baseline only)"


def test_what_cannot_be_compared_exits_2(files: list[Path], tmp_path: Path, verb: Verb) -> None:
    other = tmp_path / "other.json"
    write_report(system("other", flat(3, 12), corpus_hash="ff" * 32), other)
    run = BenchFolder(tmp_path / "bench/1")
    run.keep([system("a", flat(3))])
    said = {
        (str(files[0]), str(other)): "the documents differ",
        (str(files[0]), str(run.folder)): "one is a report and the other a bench run",
        (str(files[0]), str(tmp_path)): "is a folder, and no bench run",
        (str(files[0]), str(tmp_path / "none.json")): "there is no such report",
        (str(files[0]), str(files[1]), "--metric", "speed"): "there is no measure of a question named 'speed'",
        (str(files[0]),): "Missing argument",
    }
    for arguments, text in said.items():
        ran = verb("compare", *arguments)
        assert ran.code == 2 and text in ran.err, ran.err

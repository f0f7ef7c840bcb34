"""`cairn contrast` lists the questions that one system alone is right on, and adds them to a bench run's files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cairn_nb as cairn
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.files.pairwise import write_arena
from cairn_nb.files.reports import write_report
from cairn_nb.records.arena import ArenaPlan
from cairn_nb.records.pair_comparison import PairComparison
from tests.cli.conftest import Verb
from tests.decisions.tables.reports import scored

# Only a is right on q1, q2; only b on q3; both on q0; q4 failed for b.
A, B, C = [5.0, 5.0, 4.0, 3.0, 5.0], [5.0, 3.0, 1.0, 4.0, None], [1.0, 1.0, 1.0, 1.0, 1.0]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A bench run's folder of three systems."""
    made = [scored(name, scores) for name, scores in (("a", A), ("b", B), ("c", C))]
    reports = []
    for report in made:
        write_report(report.changed(complete=True), tmp_path / f"{report.config_name}.json")
        reports.append(str(tmp_path / f"{report.config_name}.json"))
    return cairn.report(*reports, out=tmp_path / "run", baseline="c").folder


def test_two_systems_of_a_run(run: Path, verb: Verb) -> None:
    ran = verb("contrast", str(run), "a", "b")
    assert ran.code == 0, ran.err
    assert "only a is right on 2 of 4 questions" in ran.out
    assert "only b is right on 1 of 4 questions" in ran.out
    assert "a, b: skipped, failed: 1" in ran.out
    lines = [json.loads(line) for line in (run / "contrasts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["question_id"], line["winner"], line["loser"]) for line in lines] == [
        ("q1", "a", "b"),
        ("q2", "a", "b"),
        ("q3", "b", "a"),
    ]
    summary = json.loads((run / "run_summary.json").read_text(encoding="utf-8"))
    assert {"contrasts.jsonl", "contrast_summary.json"} <= set(summary["outputs"])
    assert "## Where systems disagree" in (run / "leaderboard.md").read_text(encoding="utf-8")


def test_another_pair_is_added_and_the_report_verb_keeps_both(run: Path, verb: Verb) -> None:
    verb("contrast", str(run), "a", "b")
    shown = verb("contrast", str(run), "c", "a", "--json").json
    assert [(pair["system_a"], pair["only_b"]) for pair in shown["pairs"]] == [("c", 4)]
    kept = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    pairs = json.loads(kept["contrast_summary.json"])["pairs"]
    assert [(pair["system_a"], pair["system_b"]) for pair in pairs] == [("a", "b"), ("c", "a")]
    (run / "contrasts.jsonl").unlink()
    (run / "contrast_summary.json").unlink()
    assert verb("report", str(run)).code == 0
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == kept


def test_every_two_and_another_threshold(run: Path, verb: Verb) -> None:
    shown = verb("contrast", str(run), "--threshold", "3", "--json").json
    assert shown["threshold"] == 3.0
    # From 3 points, a and b are both right on q0, q1 and q3; a alone on q2.
    assert [(p["system_a"], p["system_b"], p["only_a"], p["only_b"]) for p in shown["pairs"]] == [
        ("a", "b", 1, 0),
        ("a", "c", 5, 0),
        ("b", "c", 3, 0),
    ]


def test_verdicts_of_the_arena(run: Path, verb: Verb) -> None:
    ran = verb("contrast", str(run), "a", "b", "--source", "verdicts")
    assert ran.code == 2 and "there are no verdicts of an arena" in ran.err
    # q0: b wins both orders; q1: one win each is a draw; q2: no verdict in one order; q3: a win and a tie for a.
    said = {"q0": ("2", "1"), "q1": ("1", "1"), "q2": ("1", None), "q3": ("1", "tie")}
    met = [PairComparison.of(case_id, ("a", "b"), "judge", verdicts) for case_id, verdicts in said.items()]  # type: ignore[arg-type]
    write_arena(run, met, ArenaPlan())
    [pair] = verb("contrast", str(run), "a", "b", "--source", "verdicts", "--json").json["pairs"]
    assert (pair["only_a"], pair["only_b"], pair["draws"], pair["both"]) == (1, 1, 1, None)
    assert pair["skipped"] == {"failed": 1, "no_verdict": 1}


def test_two_reports(tmp_path: Path, verb: Verb) -> None:
    places = []
    for name, scores in (("a", A), ("b", B)):
        places.append(str(tmp_path / f"{name}.json"))
        write_report(scored("same", scores), Path(places[-1]))
    ran = verb("contrast", *places, "--out", str(tmp_path / "found"))
    assert ran.code == 0, ran.err
    assert "only same (first) is right on 2 of 4 questions" in ran.out
    assert sorted(path.name for path in (tmp_path / "found").iterdir()) == ["contrast_summary.json", "contrasts.jsonl"]


def test_what_it_cannot_do_exits_2(run: Path, tmp_path: Path, verb: Verb) -> None:
    report = str(tmp_path / "a.json")
    said = {
        (str(run), "a"): "one system alone is named",
        (str(run), "a", "z"): "there is no system 'z' (one of a, b, c)",
        (str(run), "a", "a"): "a cannot be compared with itself",
        (str(run), "a", "b", "--source", "luck"): "source:",
        (str(run), "a", "b", "--threshold", "9"): "threshold:",
        (report,): "these are not two reports",
        (str(tmp_path / "nowhere"),): "nowhere: no such folder or report",
        (report, report, "c"): "these are not two reports",
        (report, str(tmp_path / "none.json")): "there is no such report",
        (): "Missing argument",
    }
    for args, problem in said.items():
        ran = verb("contrast", *args)
        assert (ran.code, ran.out) == (2, ""), args
        assert problem in ran.err, (args, ran.err)


def test_a_bench_run_writes_what_its_experiment_file_says(tmp_path: Path) -> None:
    config = {"evaluation": {"contrast": {"enabled": True, "pairs": "vs_baseline"}}}
    folder = BenchFolder(tmp_path / "run")
    folder.keep([scored(name, scores, config=config) for name, scores in (("a", A), ("b", B), ("c", C))])
    found = cairn.report(folder.folder, baseline="b")
    assert found.contrasts is not None
    assert [(pair.system_a, pair.system_b) for pair in found.contrasts.summary.pairs] == [("b", "a"), ("b", "c")]
    assert "contrasts.jsonl" in found.summary.outputs

"""`cairn arena` compares a run's answers by twos, and adds what came of it to the run's files."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

import cairn_nb as cairn
from cairn_nb.explorer.opened import opened
from cairn_nb.explorer.parts.arena import arena_section
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.files.reports import write_report
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection
from tests.cli.conftest import Verb
from tests.decisions.tables.reports import scored

# a beats c on every question, b beats c on four; a and b differ on q1 to q3, and q4 failed for b.
A, B, C = [5.0, 5.0, 4.0, 3.0, 5.0], [5.0, 3.0, 1.0, 4.0, None], [1.0, 1.0, 1.0, 1.0, 1.0]


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    found = []
    for name, scores in (("a", A), ("b", B), ("c", C)):
        write_report(scored(name, scores).changed(complete=True), tmp_path / f"{name}.json")
        found.append(str(tmp_path / f"{name}.json"))
    return found


@pytest.fixture
def run(files: list[str], tmp_path: Path) -> Path:
    return cairn.report(*files, out=tmp_path / "run", baseline="c").folder


def rows(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return {row["system"]: row for row in csv.DictReader(stream)}


def test_every_file_of_the_run_has_the_arena(run: Path, verb: Verb) -> None:
    ran = verb("arena", str(run), "--headless")
    assert ran.code == 0, ran.err
    lines = (run / "pairwise.jsonl").read_text(encoding="utf-8").splitlines()
    # Three pairs on q0 to q3, and a with c on q4, where b failed.
    assert len(lines) == 3 * 4 + 1
    standing = rows(run / "arena.csv")
    assert list(standing) == ["a", "b", "c"]
    # a with b: a tie, two wins, a loss; with c: five wins.
    assert [standing["a"][name] for name in ("wins", "ties", "losses", "comparisons", "points")] == [
        *("7", "1", "1", "9"),
        "7.5",
    ]
    metrics = rows(run / "metrics_summary.csv")
    for name, row in standing.items():
        assert metrics[name]["arena_score"] == row["score"]
        assert metrics[name]["arena_score_ci_lo"] == row["score_ci_lo"]
        assert metrics[name]["arena_score_ci_hi"] == row["score_ci_hi"]
        assert metrics[name]["arena_win_rate"] == row["win_rate"]
        assert metrics[name]["arena_win_rate_ci_lo"] == row["win_rate_ci_lo"]
        assert metrics[name]["arena_win_rate_ci_hi"] == row["win_rate_ci_hi"]
        assert float(row["win_rate_ci_lo"]) <= float(row["win_rate"]) <= float(row["win_rate_ci_hi"])
    assert "| Arena |" in (run / "leaderboard.md").read_text(encoding="utf-8")
    summary = json.loads((run / "run_summary.json").read_text(encoding="utf-8"))
    assert {"arena.csv", "pairwise.jsonl", "pairwise_plan.json"} <= set(summary["outputs"])
    pairwise = summary["pairwise"]
    assert pairwise["plan"]["pairs"] == "all" and pairwise["judges"] == ["heuristic"]
    assert pairwise["win_rates"]["a"] == {"b": 0.625, "c": 1.0}  # (0.5 + 1 + 1 + 0) / 4


def test_the_report_verb_keeps_it_also_in_another_folder(run: Path, verb: Verb, tmp_path: Path) -> None:
    verb("arena", str(run), "--headless")
    kept = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    assert verb("report", str(run)).code == 0
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == kept
    assert verb("report", str(run), "--out", str(tmp_path / "copy")).code == 0
    assert (tmp_path / "copy/arena.csv").read_bytes() == kept["arena.csv"]


def test_answers_that_have_changed_since_are_said(run: Path, verb: Verb) -> None:
    verb("arena", str(run), "--headless")
    write_report(scored("b", [1.0] * 5).changed(complete=True), BenchFolder(run).report_path("b"))
    found = cairn.report(run)
    assert "the arena was held on other answers of b: hold it again" in found.summary.warnings


def test_reports_go_into_a_folder_that_is_named(files: list[str], verb: Verb, tmp_path: Path) -> None:
    assert "name the folder to write" in verb("arena", *files, "--headless").err
    alone = verb("arena", files[0], "--headless")
    assert alone.code == 2 and "an arena needs two systems or more" in alone.err
    shown = verb("arena", *files, "--headless", "--out", str(tmp_path / "new"), "--pairs", "vs_baseline", "--json").json
    assert shown["folder"] == str(tmp_path / "new") and shown["plan"]["pairs"] == "vs_baseline"
    assert (tmp_path / "new/arena.csv").is_file()


def test_what_models_graded_is_not_compared_by_the_heuristic_unasked(tmp_path: Path, verb: Verb) -> None:
    judge = AxesJudgeMember(judge="openai:gpt-5-mini", family="gpt", samples=1, temperature=0.0)
    judging = JudgingSection(name="llm", prompt_version="axes-1-x", judges=(judge,))
    files = [str(tmp_path / f"{name}.json") for name in "ab"]
    for name, scores, path in zip("ab", (A, B), files, strict=True):
        write_report(scored(name, scores).changed(complete=True, judging=judging, config=None), Path(path))
    asked = ("arena", *files, "--headless", "--out", str(tmp_path / "run"))
    ran = verb(*asked)
    assert ran.code == 2
    assert "graded by openai:gpt-5-mini" in ran.err and "--judge-config" in ran.err
    by_rule = tmp_path / "by-rule.yaml"
    by_rule.write_text("name: by-rule\ncorpus: docs\ngolden: golden.jsonl\n", encoding="utf-8")
    ran = verb(*asked, "--judge-config", str(by_rule))
    assert ran.code == 0, ran.err
    assert "by heuristic" in ran.out


@pytest.mark.parametrize("wrong", [("--baseline", "d"), ("--max-pairs-per-question", "0"), ("--pairs", "some")])
def test_what_does_not_fit_is_refused(run: Path, verb: Verb, wrong: tuple[str, str]) -> None:
    assert verb("arena", str(run), "--headless", *wrong).code == 2
    assert not (run / "pairwise.jsonl").exists()


def test_the_page_has_its_own_part(run: Path) -> None:
    found = cairn.arena(run)
    section = arena_section(found)
    assert (section.title, section.heads[:3]) == ("Pairwise arena", ("", "system", "arena score"))
    assert [row[1] for row in section.rows] == ["a", "b", "c"] and section.rows[0][5] == "7 – 1 – 1"
    # Points of a: 2.5 of 4 against b, 5 of 5 against c, whose exact interval begins at 0.025 ** (1 / 5).
    assert section.rows[0][-3] == "—" and section.rows[0][-2].startswith("0.62 [")
    assert section.rows[0][-1] == "1.00 [0.48,\N{NO-BREAK SPACE}1.00]"
    page = opened(cairn.read_bench(run).reports, sections=(section,))
    shown = json.loads(gzip.decompress(page.payload.index))["sections"]
    [part] = [part for part in shown if part["key"] == "arena"]
    assert part["rows"][0][1] == "a"


def test_a_bench_run_holds_its_arena_where_its_files_say_so(in_project: Verb) -> None:
    text = "extends: small.yaml\nname: {name}\nretrieval: {{mode: {mode}}}\n{more}"
    pairwise = "evaluation:\n  pairwise: {enabled: true, pairs: adaptive, max_pairs_per_question: 1}\n"
    for name, mode, more in (("one", "bm25", pairwise), ("two", "dense", "")):
        Path(f"configs/{name}.yaml").write_text(text.format(name=name, mode=mode, more=more), encoding="utf-8")
    ran = in_project("bench", "--headless", "--configs", "configs/one.yaml,configs/two.yaml", "--json")
    assert ran.code == 0, ran.err
    summary = json.loads((Path(ran.json["folder"]) / "run_summary.json").read_text(encoding="utf-8"))
    plan = summary["pairwise"]["plan"]
    assert (plan["pairs"], plan["max_pairs_per_question"]) == ("adaptive", 1)
    assert summary["pairwise"]["n_comparisons"] == summary["n_questions"] == plan["n_planned"]

"""`cairn bench` prints the board, lists what it skipped on stderr, and writes both files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.cli.conftest import Verb
from tests.small_project import CONFIG

BENCH = ("bench", "--headless", "--configs", "configs/*.yaml")


def second(project: Path, name: str, extra: str) -> None:
    (project / f"configs/{name}.yaml").write_text(f"extends: small.yaml\nname: {name}\n{extra}\n", encoding="utf-8")


def test_it_ranks_what_runs_and_lists_what_does_not(project: Path, verb: Verb) -> None:
    second(project, "words", "retrieval: {mode: bm25}")
    second(project, "broken", "retreival: {mode: bm25}")
    ran = verb(*BENCH)
    assert ran.code == 0
    head, *rows = [line.split() for line in ran.out.splitlines()]
    # Every run grades the five axes, so its board is sorted by their mean.
    assert head[:3] == ["config", "answer", "score"]
    assert {row[1] for row in rows[:2]} == {"small", "words"} and rows[0][0] == "1"
    assert "ranks that they may truly have, all at once with 95%: " in ran.out
    assert str(Path("reports/leaderboard.md")) in ran.out
    assert "skipped " in ran.err and "did you mean 'retrieval'?" in ran.err
    assert "broken" in Path("reports/leaderboard.md").read_text(encoding="utf-8")


FILES = {
    *("run_summary.json", "metrics_summary.csv", "significance.csv", "stats.json", "pareto.json"),
    *("cost_breakdown.csv", "per_question_results.jsonl", "retrieval_metrics.csv", "answer_metrics.csv"),
    *("cost_metrics.csv", "failures.md", "qrels_audit.md", "leaderboard.md", "recommendation.md"),
    *("recommendation.json", "winner.yaml", "report_data.json", "report.html"),
}


def test_it_keeps_a_folder_of_every_table(project: Path, verb: Verb) -> None:
    second(project, "words", "retrieval: {mode: bm25}")
    second(project, "broken", "retreival: {mode: bm25}")
    board = verb(*BENCH, "--baseline", "words", "--json").json
    folder = Path(board["folder"])
    assert {path.name for path in folder.iterdir() if path.is_file()} == FILES
    kept = {path.name for path in (folder / "reports").iterdir()}
    assert {"small.json", "words.json"} <= kept and len(kept) == 4  # each with its evidence
    summary = json.loads((folder / "run_summary.json").read_text(encoding="utf-8"))
    assert set(summary["outputs"]) == FILES - {"run_summary.json"}
    assert summary["baseline"] == {"system": "words", "source": "asked for", "warning": None}
    assert [entry["config"] for entry in summary["skipped"]] == ["configs/broken.yaml"]
    [head, *rows] = (folder / "significance.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("metric,system,n,mean_diff,ci_lo,ci_hi,p_value,p_holm,significant,verdict,wins,ties,losses")
    assert [row.split(",")[:2] for row in rows] == [["answer_score", "small"], ["recall@5", "small"]]
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and f"<title>Bench {folder.name}</title>" in page


def test_json_is_the_board_and_equals_its_file(project: Path, verb: Verb) -> None:
    second(project, "words", "retrieval: {mode: bm25}")
    board = verb(*BENCH, "--json", "--out", "reports/board.md").json
    assert sorted(row["config"] for row in board["rows"]) == ["small", "words"]
    assert json.loads(Path("reports/board.json").read_text(encoding="utf-8")) == board


def test_two_of_one_name_are_refused(project: Path, verb: Verb) -> None:
    (project / "configs/twin.yaml").write_text(CONFIG, encoding="utf-8")
    ran = verb(*BENCH)
    assert (ran.code, ran.out) == (2, "")
    assert "same name" in ran.err


def test_a_pattern_that_matches_nothing_is_refused(in_project: Verb) -> None:
    ran = in_project("bench", "--headless", "--configs", "nothing/*.yaml")
    assert ran.code == 2
    assert "nothing/*.yaml" in ran.err


def test_questions_asked_more_than_once_have_their_columns(project: Path, verb: Verb) -> None:
    assert verb(*BENCH, "--trials", "2").code == 0
    (table,) = (project / "reports/bench").glob("*/metrics_summary.csv")
    with table.open(encoding="utf-8", newline="") as lines:
        (row,) = csv.DictReader(lines)
    report = json.loads(Path("reports/latest/small.json").read_text(encoding="utf-8"))
    assert report["trials"]["n_trials"] == 2 and int(row["n_ok"]) == report["n_cases"]
    # The offline model says the same each time.
    assert float(row["answer_score_trial_sd"]) == 0 and float(row["rank_stability"]) == 1
    assert row["pass_at_k"] == row["pass_hat_k"] != ""

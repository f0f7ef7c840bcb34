"""Verb, notebook and function agree: the same report but for times, and the same way of failing."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.files.packaged import packaged_dir
from cairn_nb.notebook.mimetypes import RESULT
from cairn_nb.records.axis_verdict import AXES

pytestmark = [pytest.mark.kernel, pytest.mark.slow]

CONFIG = "configs/small.yaml"
TIMING_WORDS = ("latency", "created_at", "run_id", "evidence", "_ms")


def cairn(project: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """One command line in a process of its own."""
    code = "from cairn_nb.cli.main import main; main()"
    return subprocess.run([sys.executable, "-c", code, *args], cwd=project, capture_output=True, text=True, timeout=300)


def papermill(project: Path, notebook: str, *parameters: str) -> subprocess.CompletedProcess[str]:
    """The package's notebook under plain papermill."""
    source = packaged_dir("notebooks") / notebook
    command = [sys.executable, "-m", "papermill", "--no-progress-bar", str(source), f"out-{notebook}", *parameters]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300)


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: item for key, item in value.items() if not any(word in key for word in TIMING_WORDS)}
        return {key: without_times(item) for key, item in kept.items()}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def report(path: Path) -> Any:
    return without_times(json.loads(path.read_text(encoding="utf-8")))


def test_eval_by_verb_by_function_and_by_plain_papermill(project: Path) -> None:
    by_verb = cairn(project, "eval", "--config", CONFIG, "--out", "reports/verb.json")
    assert by_verb.returncode == 0, by_verb.stderr
    by_function = cairn(project, "eval", "--config", CONFIG, "--out", "reports/function.json", "--headless")
    assert by_function.returncode == 0, by_function.stderr
    by_papermill = papermill(project, "eval.ipynb", "-p", "config", CONFIG, "-p", "out", "reports/papermill.json")
    assert by_papermill.returncode == 0, by_papermill.stderr
    expected = report(project / "reports/function.json")
    assert report(project / "reports/verb.json") == expected
    assert report(project / "reports/papermill.json") == expected
    assert (project / "reports/verb.html").is_file() and (project / "reports/verb.ipynb").is_file()


def test_a_verb_s_stderr_holds_its_own_lines_only_and_its_stdout_what_the_function_says(project: Path) -> None:
    gate = ("gate", "--baseline", "reports/good.json", "--candidate", "reports/good.json")
    by_verb, by_function = cairn(project, *gate), cairn(project, *gate, "--headless")
    assert by_verb.stderr == "explore: reports/gate-good.html\n"
    assert (by_verb.returncode, by_verb.stdout) == (by_function.returncode, by_function.stdout)


def test_a_no_fails_plain_papermill_after_the_views_are_drawn(project: Path) -> None:
    good = project / "reports/good.json"
    worse = json.loads(good.read_text(encoding="utf-8"))
    worse["golden_version"] = "another"
    (project / "reports/worse.json").write_text(json.dumps(worse), encoding="utf-8")
    done = papermill(
        project, "gate.ipynb", "-p", "baseline", "reports/good.json", "-p", "candidate", "reports/worse.json"
    )
    assert done.returncode != 0
    assert "VerdictOfNo" in done.stderr
    executed = json.loads((project / "out-gate.ipynb").read_text(encoding="utf-8"))
    outputs = json.dumps([cell.get("outputs") for cell in executed["cells"]])
    assert "golden set version differs" in outputs and "application/vnd.cairn.explorer+json" in outputs


SYSTEMS = ("small", "other", "third")


@pytest.fixture
def bench_run(project: Path) -> Path:
    """A bench run's folder of three systems that differ in name alone."""
    good = json.loads((project / "reports/good.json").read_text(encoding="utf-8"))
    (project / "reports/of").mkdir()
    for name in SYSTEMS:
        text = json.dumps({**good, "config_name": name, "evidence": None})
        (project / "reports/of" / f"{name}.json").write_text(text, encoding="utf-8")
    made = cairn(project, "report", "reports/of", "--out", "reports/bench/run")
    assert made.returncode == 0, made.stderr
    return project / "reports/bench/run"


def outputs(path: Path) -> list[Any]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]


def concluded(path: Path) -> Any:
    found = [output["data"] for output in outputs(path) if output["output_type"] == "display_data"]
    return json.loads(next(data[RESULT]["payload"] for data in found if RESULT in data))


def test_the_leaderboard_is_shown_of_a_run_and_of_a_folder_of_reports_without_running_anything(
    project: Path, bench_run: Path
) -> None:
    run = str(bench_run.relative_to(project))
    before = sorted(path for path in project.rglob("*.json"))
    for place in (run, "reports/of"):
        done = papermill(project, "leaderboard.ipynb", "-p", "run", place)
        assert done.returncode == 0, done.stderr
        text = json.dumps(outputs(project / "out-leaderboard.ipynb"), ensure_ascii=False)
        for part in ("## Recommendation", "differs from first", "cost per correct", "beaten by", "one type each"):
            assert part in text, part
        for part in ("mean usd", "without a labelled document", "asked once", "### winner.yaml"):
            assert part in text.lower(), part
        assert [row["config"] for row in concluded(project / "out-leaderboard.ipynb")["rows"]] == sorted(SYSTEMS)
    assert sorted(path for path in project.rglob("*.json")) == before


def test_a_place_that_is_not_there_ends_the_leaderboard_with_its_name_and_what_to_give(project: Path) -> None:
    done = papermill(project, "leaderboard.ipynb", "-p", "run", "reports/bench/nothing")
    assert done.returncode != 0
    assert "reports/bench/nothing: does not exist (give a report, a folder of reports" in done.stderr


def test_arena_by_verb_by_function_and_by_plain_papermill(project: Path, bench_run: Path) -> None:
    run = str(bench_run.relative_to(project))
    by_function = cairn(project, "arena", run, "--headless", "--json")
    by_verb = cairn(project, "arena", run, "--json")
    assert (by_function.returncode, by_verb.returncode) == (0, 0), by_verb.stderr
    by_papermill = papermill(project, "arena.ipynb", "-y", f'runs: ["{run}"]')
    assert by_papermill.returncode == 0, by_papermill.stderr
    expected = json.loads(by_function.stdout)
    assert json.loads(by_verb.stdout) == expected
    assert concluded(project / "out-arena.ipynb") == expected
    shown = json.dumps(outputs(project / "out-arena.ipynb"))
    assert "the same position won both orders" in shown and "arena score" in shown
    assert (project / "reports/arena.html").is_file()


def test_audit_by_verb_by_function_and_by_plain_papermill(project: Path, bench_run: Path) -> None:
    run = str(bench_run.relative_to(project))
    assert cairn(project, "audit", run, "--sample", "12").returncode == 0
    filled = filled_sheet(bench_run / "judge_audit_sheet.csv")
    by_function = cairn(project, "audit", run, "--labels", str(filled), "--headless", "--json")
    by_verb = cairn(project, "audit", run, "--labels", str(filled), "--json")
    assert (by_function.returncode, by_verb.returncode) == (0, 0), by_verb.stderr
    by_papermill = papermill(project, "audit.ipynb", "-p", "run", run, "-p", "labels", str(filled))
    assert by_papermill.returncode == 0, by_papermill.stderr
    expected = json.loads(by_function.stdout)
    assert json.loads(by_verb.stdout) == expected
    assert concluded(project / "out-audit.ipynb") == expected
    shown = json.dumps(outputs(project / "out-audit.ipynb"))
    assert "### Right or not" in shown and "Krippendorff" in shown
    assert (project / "reports/audit.html").is_file()


def test_the_audit_s_notebook_draws_a_sheet_where_there_are_no_labels(project: Path, bench_run: Path) -> None:
    run = str(bench_run.relative_to(project))
    done = papermill(project, "audit.ipynb", "-p", "run", run, "-p", "sample", "6")
    assert done.returncode == 0, done.stderr
    assert f"Fill in {run}/judge" in json.dumps(outputs(project / "out-audit.ipynb"))


def filled_sheet(sheet: Path) -> Path:
    """Every axis of every row scored, lower and higher by turns."""
    with sheet.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    for number, row in enumerate(rows):
        row.update(dict.fromkeys(AXES, str(5 - number % 3)))
    filled = sheet.with_name("filled.csv")
    with filled.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return filled


def test_an_unknown_parameter_fails_plain_papermill_and_names_the_nearest(project: Path) -> None:
    done = papermill(project, "eval.ipynb", "-p", "confg", CONFIG)
    assert done.returncode != 0
    assert "confg" in done.stderr and "did you mean 'config'?" in done.stderr

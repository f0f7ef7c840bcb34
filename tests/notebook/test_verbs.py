"""Verb, notebook and function agree: the same report but for times, and the same way of failing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.files.packaged import packaged_dir

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


def test_an_unknown_parameter_fails_plain_papermill_and_names_the_nearest(project: Path) -> None:
    done = papermill(project, "eval.ipynb", "-p", "confg", CONFIG)
    assert done.returncode != 0
    assert "confg" in done.stderr and "did you mean 'config'?" in done.stderr

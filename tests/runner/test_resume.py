from __future__ import annotations

import asyncio
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cairn_nb.config import Config
from cairn_nb.errors import AuthenticationError, CairnError, CalibrationError, StorageError
from cairn_nb.files.ledger import read_ledger
from cairn_nb.files.reports import read_report
from cairn_nb.golden.load import load_golden
from cairn_nb.records import Report
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.timing import without_timing
from tests.runner.conftest import MakeProject, ModelServer, Project

CHILD = """
import asyncio, json, sys
from pathlib import Path
from cairn_nb.config import load_config
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
config = load_config(sys.argv[1], json.loads(sys.argv[2]))
report = asyncio.run(aevaluate(config, split="all", out=Path(sys.argv[3])))
print(report.source)
"""


def child(
    project: Project, overrides: dict[str, object], out: Path, *, limit_bytes: int | None = None
) -> subprocess.Popen[str]:
    dotted = {key.replace("__", "."): value for key, value in overrides.items()}
    limit = (
        ""
        if limit_bytes is None
        else f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit_bytes},) * 2)"
    )
    command = [sys.executable, "-c", f"{limit}\n{CHILD}", str(project.path), json.dumps(dotted), str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> Report:
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 0, stderr
    return read_report(stdout.strip())


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def questions(project: Project) -> dict[str, str]:
    return {case.id: case.question for case in load_golden(project.config().golden_path).cases}


def ledgered(project: Project) -> set[str]:
    """Ids of the cases in any ledger; a line that cannot be read would raise."""
    folder = project.config().state_dir / "ledger"
    rows = [row for path in folder.glob("*.jsonl") for row in read_ledger(path)]
    return {row["case_id"] for row in rows if "case_id" in row}


def wait_for_request(server: ModelServer, before: int, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 30
    while server.n_requests == before and process.poll() is None and time.monotonic() < end:
        time.sleep(0.002)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_at_ten_random_moments_it_repeats_nothing_and_ends_in_the_same_report(
    project: Project, model_server: ModelServer
) -> None:
    model_server.latency_s = 0.02
    overrides = project.served_by(model_server, evaluation__concurrency=3)
    asked, draw = questions(project), random.Random(20)
    for _ in range(10):
        settled, before = ledgered(project), model_server.asked.copy()
        process = child(project, overrides, project.folder / "killed.json")
        wait_for_request(model_server, model_server.n_requests, process)
        time.sleep(draw.uniform(0, 0.08))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert settled <= ledgered(project)
        assert all(model_server.asked[asked[case]] == before[asked[case]] for case in settled)
    assert 0 < len(ledgered(project)) < 80
    settled, before = ledgered(project), model_server.asked.copy()
    report = finish(child(project, overrides, project.folder / "killed.json"))
    assert all(model_server.asked[asked[case]] == before[asked[case]] for case in settled)
    shutil.rmtree(project.config().state_dir / "ledger")
    shutil.rmtree(project.config().state_dir / "replies")
    undisturbed = finish(child(project, overrides, project.folder / "undisturbed.json"))
    assert without_timing(report) == without_timing(undisturbed)
    assert report.n_cases == 80 and report.operational.cost_usd_total == pytest.approx(80 * (100 + 2 * 10) / 1e6)


def evaluate(project: Project, config: Config) -> Report:
    return asyncio.run(aevaluate(config, split="all", reports_dir=project.reports))


def test_a_cancelled_run_goes_on_where_it_stopped(project: Project, model_server: ModelServer) -> None:
    model_server.latency_s = 0.005
    config = project.config(**project.served_by(model_server, evaluation__concurrency=2))

    async def some() -> None:
        task = asyncio.create_task(aevaluate(config, split="all", reports_dir=project.reports))
        while model_server.n_requests < 15:
            await asyncio.sleep(0.002)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(some())
    settled = ledgered(project)
    assert len(settled) >= 10
    report = evaluate(project, config)
    assert report.n_cases == 80
    assert model_server.n_requests <= 80 + 2  # only what was under way when it stopped may be asked again
    assert not list(project.reports.glob("*.tmp"))


def test_a_finished_run_starts_anew_and_pays_nothing_for_kept_replies(
    project: Project, model_server: ModelServer
) -> None:
    config = project.config(**project.served_by(model_server))
    first, second = evaluate(project, config), evaluate(project, config)
    assert model_server.n_requests == 80
    assert without_timing(first) == without_timing(second)
    assert first.operational.spent_usd == pytest.approx(80 * 120e-6)
    assert second.operational.spent_usd == 0.0
    assert second.operational.avoided_usd == pytest.approx(80 * 120e-6)


def test_two_runs_of_one_configuration_at_once_do_not_harm_each_other(
    project: Project, model_server: ModelServer
) -> None:
    model_server.latency_s = 0.03
    overrides = project.served_by(model_server, evaluation__concurrency=4)
    processes = [child(project, overrides, project.folder / f"{n}.json") for n in (1, 2)]
    first, second = [finish(process) for process in processes]
    assert without_timing(first) == without_timing(second)
    assert len(list((project.config().state_dir / "ledger").glob("*.jsonl"))) == 2


def test_a_refused_key_stops_the_run_and_keeps_what_was_answered(project: Project, model_server: ModelServer) -> None:
    asked = questions(project)
    model_server.script = lambda question: 401 if question == asked["fjord-0"] else None
    config = project.config(**project.served_by(model_server, evaluation__concurrency=1))
    with pytest.raises(AuthenticationError):
        evaluate(project, config)
    settled = ledgered(project)
    assert len(settled) == 25  # the five questions about each of five teams before it
    model_server.script = lambda _: None
    assert evaluate(project, config).n_errors == 0
    assert model_server.n_requests == 81


def test_a_server_that_is_down_ends_the_run_early(project: Project, model_server: ModelServer) -> None:
    model_server.script = lambda _: 503
    limits = {"evaluation__max_attempts": 1, "evaluation__concurrency": 4}
    config = project.config(**project.served_by(model_server, **limits))
    with pytest.raises(CairnError, match=r"first 10 cases all failed in the same way \(server"):
        evaluate(project, config)
    assert model_server.n_requests <= 14
    assert ledgered(project) == set()
    assert not list(project.reports.glob("*.json"))


def test_each_way_of_failing_is_a_typed_outcome(project: Project, model_server: ModelServer) -> None:
    asked = questions(project)
    ways = {"amber-0": 429, "birch-1": 500, "cedar-2": "garbage", "delta-3": "drop", "ember-0": "hang", "fjord-1": 400}
    told = {asked[case]: way for case, way in ways.items()}
    model_server.script = told.get
    limits = {"evaluation__max_attempts": 1, "evaluation__attempt_timeout_s": 2.0, "evaluation__concurrency": 1}
    report = evaluate(project, project.config(**project.served_by(model_server, **limits)))
    kinds = {row.case_id: row.error_kind for row in report.per_case if row.status == "error"}
    assert kinds == {
        "amber-0": "rate_limit",
        "birch-1": "server",
        "cedar-2": "malformed_reply",
        "delta-3": "connection",
        "ember-0": "timeout",
        "fjord-1": "refused_request",
    }
    assert report.n_errors == 6
    assert not report.complete  # 6 of 80 is more than the 5% that may fail
    assert report.outcomes["answer_rate"]["scored"] == 74
    assert report.outcomes["answer_rate"]["timeout"] == 1
    assert not (project.reports / "latest" / "tiny.json").exists()
    assert any("incomplete" in warning for warning in report.warnings)
    model_server.script = lambda _: None
    again = evaluate(project, project.config(**project.served_by(model_server, **limits)))
    assert again.n_errors == 0  # the run was complete, so the next one asks the failed cases anew


def test_a_calibration_that_mostly_failed_is_refused_and_can_be_run_again(
    project: Project, model_server: ModelServer
) -> None:
    asked = questions(project)
    broken = {asked[f"{team}-{which}"] for team in ("amber", "birch", "cedar", "delta") for which in range(4)}
    model_server.script = lambda question: 500 if question in broken else None
    limits = {"evaluation__max_attempts": 1, "evaluation__concurrency": 1}
    config = project.config(**project.served_by(model_server, **limits))
    with pytest.raises(CalibrationError, match=r"calibration cases failed, more than evaluation.max_error_rate"):
        asyncio.run(acalibrate(config))
    assert not config.calibration_path.exists()
    model_server.script = lambda _: None
    assert asyncio.run(acalibrate(config)).n_calibration > 0


def test_a_case_past_its_deadline_is_a_timeout(project: Project, model_server: ModelServer) -> None:
    asked = questions(project)
    model_server.script = lambda question: "hang" if question == asked["amber-0"] else None
    config = project.config(**project.served_by(model_server, evaluation__case_timeout_s=3.0))
    report = evaluate(project, config)
    failed = [row for row in report.per_case if row.error_kind]
    assert [(row.case_id, row.error_kind) for row in failed] == [("amber-0", "timeout")]
    assert report.complete


@pytest.mark.parametrize("where", ["reports", "ledger"])
def test_a_place_that_cannot_be_written_is_found_before_anything_is_asked(
    project: Project, model_server: ModelServer, where: str
) -> None:
    config = project.config(**project.served_by(model_server))
    place = project.reports if where == "reports" else config.state_dir / "ledger"
    place.write_text("a file stands where a folder should be")
    with pytest.raises(StorageError):
        evaluate(project, config)
    assert model_server.n_requests == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a small file system")
def test_a_full_disk_is_found_before_anything_is_asked(project: Project, model_server: ModelServer) -> None:
    config = project.config(**project.served_by(model_server))
    project.reports.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(project.reports)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let a test mount a file system")
    try:
        with pytest.raises(StorageError, match="MB free"):
            evaluate(project, config)
    finally:
        subprocess.run(["umount", str(project.reports)], check=True)
    assert model_server.n_requests == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")
def test_a_disk_that_fills_up_on_the_way_loses_nothing_that_was_kept(
    project: Project, model_server: ModelServer
) -> None:
    overrides = project.served_by(model_server, evaluation__concurrency=2)
    out = project.folder / "out.json"
    process = child(project, overrides, out, limit_bytes=60_000)
    _, stderr = process.communicate(timeout=60)
    assert process.returncode == 1 and "StorageError" in stderr
    assert not out.exists()
    settled, asked, before = ledgered(project), questions(project), model_server.asked.copy()
    assert settled
    report = finish(child(project, overrides, out))
    assert report.n_cases == 80
    assert all(model_server.asked[asked[case]] == before[asked[case]] for case in settled)

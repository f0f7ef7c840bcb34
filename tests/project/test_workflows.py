"""The workflows that `cairn init` writes: each script of theirs is run, against hosts on the loopback address."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from cairn_nb.project.scaffold import lay_out
from tests.project.fake_hosts import FakeHost, serving

ROOT = Path(__file__).parents[2]
ARTIFACT = "https://host.invalid/artifacts/1"
SKIPPED = "pip install"
# Verbs as the workflow calls them; all but those that `CAIRN_WHOLE` names skip their notebooks, to save time.
SHIM = """#!/bin/sh
case "$1" in
  ingest|calibrate|eval|gate|attack) case " $CAIRN_WHOLE " in *" $1 "*) ;; *) set -- "$@" --headless ;; esac ;;
esac
exec "{cairn}" "$@"
"""


def steps(workflow: Path) -> list[dict[str, Any]]:
    job: dict[str, Any] = next(iter(yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"].values()))
    found: list[dict[str, Any]] = job["steps"]
    return found


def gitlab_job(project: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((project / ".gitlab-ci.yml").read_text(encoding="utf-8"))["cairn"]
    return found


@dataclass
class Runner:
    """Runs a workflow's scripts in a project as GitHub's runner does, and keeps the outputs of steps."""

    project: Path
    env: dict[str, str]
    outputs: dict[str, dict[str, str]] = field(default_factory=dict)

    def run(self, step: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        """One step."""
        place = self.project.parent / "output"
        place.write_text("", encoding="utf-8")
        given = {name: self._filled(str(value)) for name, value in step.get("env", {}).items()}
        done = self.script(step["run"], GITHUB_OUTPUT=str(place), **given)
        lines = [line.partition("=") for line in place.read_text(encoding="utf-8").splitlines()]
        self.outputs[step.get("id", "")] = {name: value for name, _, value in lines}
        return done

    def script(self, text: str, **env: str) -> subprocess.CompletedProcess[str]:
        """A script, by a shell that stops at the first failure."""
        return subprocess.run(
            ["bash", "-e", "-c", text],
            cwd=self.project,
            env={**self.env, **env},
            capture_output=True,
            text=True,
            timeout=300,
        )

    def _filled(self, text: str) -> str:
        known = {"github.token": "job-token", "steps.page.outputs.artifact-url": ARTIFACT}

        def value(found: re.Match[str]) -> str:
            if found[1] in known:
                return known[found[1]]
            _, step, _, name = found[1].split(".")
            return self.outputs[step][name]

        return re.sub(r"\$\{\{ ([\w.-]+) \}\}", value, text)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with both hosts' workflows and a committed baseline."""
    folder = tmp_path_factory.mktemp("workflows") / "project"
    lay_out(folder, ci="github")
    lay_out(folder, ci="gitlab")
    shim = folder.parent / "bin/cairn"
    shim.parent.mkdir()
    shim.write_text(SHIM.format(cairn=Path(sys.executable).with_name("cairn")), encoding="utf-8")
    shim.chmod(0o755)
    env = environment(folder)
    for verb in ("corpus generate", "ingest", "calibrate", "eval"):
        subprocess.run(["bash", "-c", f"cairn {verb}"], cwd=folder, env=env, check=True, capture_output=True)
    return folder


def environment(project: Path, **more: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("CAIRN_", "GITHUB_", "CI"))}
    return {**clean, "PATH": os.pathsep.join([str(project.parent / "bin"), os.environ["PATH"]]), **more}


@pytest.fixture(scope="module")
def host() -> Iterator[FakeHost]:
    with serving(FakeHost()) as found:
        yield found


@pytest.fixture(scope="module")
def runner(project: Path, host: FakeHost) -> Runner:
    event = project.parent / "event.json"
    event.write_text(json.dumps({"pull_request": {"number": 12}}), encoding="utf-8")
    env = environment(
        project,
        CAIRN_WHOLE="gate",
        GITHUB_ACTIONS="true",
        GITHUB_API_URL=host.url,
        GITHUB_REPOSITORY="o/r",
        GITHUB_EVENT_PATH=str(event),
        GITHUB_STEP_SUMMARY=str(project.parent / "job-summary.md"),
        GITHUB_RUN_ATTEMPT="1",
    )
    return Runner(project, env)


def scripts(project: Path) -> list[str]:
    job = gitlab_job(project)
    ours = [str(step["run"]) for step in steps(ROOT / ".github/workflows/cairn.yml") if "run" in step]
    github = [str(step["run"]) for step in steps(project / ".github/workflows/cairn.yml") if "run" in step]
    return [*github, *ours, *job["before_script"], *job["script"], *job["after_script"]]


def test_every_script_is_one_that_bash_reads(tmp_path: Path) -> None:
    lay_out(tmp_path, ci="github")
    lay_out(tmp_path, ci="gitlab")
    for text in scripts(tmp_path):
        done = subprocess.run(["bash", "-n", "-c", text], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_only_the_comment_may_write_and_the_page_is_one_file(tmp_path: Path) -> None:
    lay_out(tmp_path, ci="github")
    place = tmp_path / ".github/workflows/cairn.yml"
    workflow = yaml.safe_load(place.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read", "pull-requests": "write"}
    assert "pull_request_target" not in place.read_text(encoding="utf-8")
    [page] = [step for step in steps(place) if step.get("id") == "page"]
    assert page["uses"] == "actions/upload-artifact@v7"
    assert page["with"]["archive"] is False and "name" not in page["with"]
    [token] = [step["name"] for step in steps(place) if "github.token" in str(step)]
    assert token == "Comment"


@pytest.mark.slow
@pytest.mark.kernel
def test_a_good_change_gets_a_comment_and_a_page_and_passes(runner: Runner, host: FakeHost) -> None:
    for step in steps(runner.project / ".github/workflows/cairn.yml"):
        if "run" in step and SKIPPED not in step["run"]:
            done = runner.run(step)
            assert done.returncode == 0, f"{step}\n{done.stdout}{done.stderr}"
    assert (runner.project / "reports/ci/page/cairn-gate-1.html").is_file()
    [comment] = host.comments
    assert "cairn gate: promote" in comment["body"] and f"({ARTIFACT})" in comment["body"]


def another_golden_set(report: str) -> str:
    return re.sub(r'"golden_version": "[^"]*"', '"golden_version": "x"', report)


def cut(report: str) -> str:
    return report[:2000]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "code", "said"), [(another_golden_set, 1, "roll back"), (cut, 2, "no verdict")], ids=["no", "no verdict"]
)
def test_the_check_fails_by_the_gates_code_after_the_one_comment(
    runner: Runner, host: FakeHost, broken: Callable[[str], str], code: int, said: str
) -> None:
    runner.env["CAIRN_WHOLE"] = ""
    whole = (runner.project / "reports/latest/default.json").read_text(encoding="utf-8")
    (runner.project / "reports/ci").mkdir(parents=True, exist_ok=True)
    (runner.project / "reports/ci/default.json").write_text(broken(whole), encoding="utf-8")
    (runner.project / "reports/ci/gate.md").unlink(missing_ok=True)
    named = {step["name"]: step for step in steps(runner.project / ".github/workflows/cairn.yml") if "name" in step}
    assert runner.run(named["Keep the committed baseline before this run overwrites it"]).returncode == 0
    runner.outputs["attack"] = {"code": "0"}
    codes = [runner.run(named[name]) for name in ("Gate", "Comment", "Verdict")]
    assert [done.returncode for done in codes] == [0, 0, code]
    assert said in codes[-1].stdout
    [comment] = host.comments
    assert f"cairn gate: {said}" in comment["body"]


def gitlab(project: Path, host: FakeHost, **more: str) -> dict[str, str]:
    return environment(
        project,
        GITLAB_CI="true",
        CI_API_V4_URL=host.url,
        CI_PROJECT_ID="34",
        CI_MERGE_REQUEST_IID="12",
        CI_JOB_URL="https://host.invalid/job",
        CAIRN_GITLAB_TOKEN="project-token",
        **more,
    )


@pytest.mark.slow
@pytest.mark.kernel
def test_on_gitlab_the_job_ends_with_the_gates_code_and_then_writes_its_note(project: Path) -> None:
    job = gitlab_job(project)
    script = "\n".join(job["script"])
    shutil.rmtree(project / "reports/ci", ignore_errors=True)
    with serving(FakeHost()) as host:
        env = gitlab(project, host, CAIRN_WHOLE="gate")
        runner = Runner(project, env)
        done = runner.script(script)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "gate: exit 0 (0 promote" in done.stdout
        for line in job["after_script"]:
            assert runner.script(line).returncode == 0
        [note] = host.comments
        assert "artifacts/file/reports/ci/gate-default.html" in note["body"]
    assert (project / "reports/ci/gate.xml").is_file()
    assert job["artifacts"]["expose_as"] and job["artifacts"]["paths"] == ["reports/ci/gate-default.html"]


@pytest.mark.slow
def test_on_gitlab_a_job_that_stopped_early_links_to_no_page(project: Path) -> None:
    shutil.rmtree(project / "reports/ci", ignore_errors=True)
    with serving(FakeHost()) as host:
        assert Runner(project, gitlab(project, host)).script(gitlab_job(project)["after_script"][0]).returncode == 0
        [note] = host.comments
        assert "no verdict" in note["body"] and "(https://host.invalid/job)" in note["body"]
        assert "artifacts/file" not in note["body"]


@pytest.mark.slow
def test_on_gitlab_without_a_token_nothing_fails_and_the_next_step_is_named(project: Path) -> None:
    env = environment(
        project, GITLAB_CI="true", CI_API_V4_URL="http://127.0.0.1:1", CI_JOB_URL="https://host.invalid/job"
    )
    done = Runner(project, env).script(gitlab_job(project)["after_script"][0])
    assert done.returncode == 0
    assert "CAIRN_GITLAB_TOKEN" in done.stderr

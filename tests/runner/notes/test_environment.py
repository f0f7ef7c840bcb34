from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cairn_nb.runner.notes.environment import environment, git_commit


def test_the_machine_is_named() -> None:
    found = environment()
    assert set(found) == {"system", "machine", "python", "cpu_count"}
    assert found["python"].count(".") == 2


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_the_commit_of_the_repository_around_a_folder(tmp_path: Path) -> None:
    identity = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    env = {**os.environ, **identity}
    for command in (["git", "init", "-q"], ["git", "commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run(command, cwd=tmp_path, env=env, check=True)
    (tmp_path / "configs").mkdir()
    commit = git_commit(tmp_path / "configs")
    assert commit is not None and len(commit) == 40
    assert int(commit, 16)


def test_outside_a_repository_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    assert git_commit(tmp_path) is None
    monkeypatch.setenv("PATH", "")
    assert git_commit(tmp_path) is None

"""Nowhere to write, or no room: found before a model is asked, and nothing that stood there is lost."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.foreign.projects import Project
from tests.foreign.refusal import refused
from tests.providers.loopback import LoopbackServer, answer, chat_completion, serving

EVAL = ("eval", "-c", "small.yaml", "--headless")


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    """A model that counts what it is asked."""
    with serving(lambda _: answer(chat_completion())) as running:
        yield running


def asking(project: Project, server: LoopbackServer) -> Project:
    """The project with a model behind HTTP in place of the stub."""
    params = {"model": "m", "base_url": f"{server.url}/v1", "price": {"input": 1.0, "output": 1.0}}
    project.configure("small", generation={"provider": {"name": "openai", "params": params}})
    return project


def test_a_file_where_the_reports_folder_should_be(project: Project, server: LoopbackServer) -> None:
    shutil.rmtree(project.folder / "reports", ignore_errors=True)
    (project.folder / "reports").write_text("in the way", encoding="utf-8")
    refused(asking(project, server), *EVAL, says=("reports",))
    assert server.received == []


@contextmanager
def mounted(place: Path, options: str) -> Iterator[Path]:
    """A file system of its own at a new folder."""
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small file system is not permitted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Path]:
    """A folder that takes no files; for a user who may write anywhere, on a read-only file system."""
    place = tmp_path / "locked"
    place.mkdir()
    place.chmod(0o500)
    if not os.access(place, os.W_OK):
        yield place
        return
    with mounted(tmp_path / "read-only", "ro") as read_only:
        yield read_only


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB."""
    with mounted(tmp_path / "full", "size=64k") as place:
        yield place


def test_a_folder_that_takes_no_files(project: Project, server: LoopbackServer, locked: Path) -> None:
    refused(asking(project, server), *EVAL, "--reports-dir", str(locked), says=(str(locked), "cannot be written"))
    assert server.received == []


@pytest.mark.parametrize("where", ["reports", "out", "state"])
def test_a_full_disk(project: Project, server: LoopbackServer, full_disk: Path, where: str) -> None:
    asking(project, server)
    args = {
        "reports": ("--reports-dir", str(full_disk)),
        "out": ("--out", str(full_disk / "report.json")),
        "state": (),
    }[where]
    if where == "state":
        shutil.rmtree(project.folder / ".cairn/ledger", ignore_errors=True)
        (project.folder / ".cairn/ledger").symlink_to(full_disk)
    refused(project, *EVAL, *args, says=("MB", "free"))
    assert server.received == []
    assert list(full_disk.iterdir()) == []

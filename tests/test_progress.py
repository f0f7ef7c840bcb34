"""Progress: silence where nobody watches, a bar on a terminal, lines for a parent process."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from cairn_nb.progress import progress, track

WORK = "from cairn_nb.progress import track\nfor _ in track(range(50), 'chunking', 50): pass"


def environment(mode: str | None = None) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if name != "CAIRN_PROGRESS"}
    return clean if mode is None else {**clean, "CAIRN_PROGRESS": mode}


def test_quiet_when_stderr_is_no_terminal() -> None:
    done = subprocess.run([sys.executable, "-c", WORK], capture_output=True, text=True, env=environment())
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(("mode", "shown"), [(None, True), ("off", False)])
def test_a_bar_on_a_terminal_and_never_on_stdout(mode: str | None, shown: bool) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    done = subprocess.run(
        [sys.executable, "-c", WORK], stdout=subprocess.PIPE, stderr=theirs, env=environment(mode), check=True
    )
    os.set_blocking(ours, False)
    try:
        seen = os.read(ours, 65536)
    except BlockingIOError:
        seen = b""
    os.close(ours)
    os.close(theirs)
    assert (b"chunking" in seen) is shown
    assert done.stdout == b""


def test_a_parent_process_reads_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "lines.jsonl"
    monkeypatch.setenv("CAIRN_PROGRESS", f"file:{target}")
    assert list(track("abc", "letters", 3)) == ["a", "b", "c"]
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert lines[0] == {"description": "letters", "done": 0, "total": 3}
    assert lines[-1]["done"] == 3


def test_a_step_that_raises_ends_its_bar(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CAIRN_PROGRESS", "bar")
    with pytest.raises(ValueError, match="broken"), progress("step", 10) as advance:
        advance(1)
        raise ValueError("broken")
    assert "step" in capfd.readouterr().err

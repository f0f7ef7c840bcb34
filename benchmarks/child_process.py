"""Run a command as a child and tell what it took, as the operating system accounts for it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

# ru_maxrss is in bytes on macOS and in kilobytes elsewhere.
PER_MB = 1 << 20 if sys.platform == "darwin" else 1 << 10


@dataclass(frozen=True)
class Used:
    """User and system seconds and wall seconds of a child and its own children, and its peak resident memory."""

    cpu_s: float
    wall_s: float
    peak_mb: float


def run(command: Sequence[str | Path], *, cwd: Path, log: Path) -> Used:
    """Run to the end; what it prints goes to `log`.

    Python's bytecode is written whatever the caller's environment says, so that a second run compiles nothing.

    Raises
    ------
    subprocess.CalledProcessError
        If it exits with anything but 0.
    """
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    words = [str(word) for word in command]
    started = time.perf_counter()
    with log.open("ab") as stream:
        child = subprocess.Popen(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, words, f"see {log}")
    return Used(usage.ru_utime + usage.ru_stime, time.perf_counter() - started, usage.ru_maxrss / PER_MB)

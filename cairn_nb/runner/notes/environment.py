"""The machine and the source a run came from."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

GIT_TIMEOUT_S = 5.0


def environment() -> dict[str, Any]:
    """Operating system, architecture, Python version and CPU count: what a timing is a property of."""
    return {
        "system": platform.system(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "cpu_count": os.cpu_count(),
    }


def git_commit(folder: Path) -> str | None:
    """The commit that the repository around a folder stands at; None outside one or without git."""
    command = ["git", "-C", str(folder), "rev-parse", "--verify", "--quiet", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=GIT_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None

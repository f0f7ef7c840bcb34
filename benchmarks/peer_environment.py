"""Virtual environments for what is measured beside this project; it never shares one with them."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

HOME = Path(__file__).resolve().parents[1] / ".cairn" / "benchmarks"


def environment(name: str, requirements: Sequence[str]) -> Path:
    """The folder of an environment's programs, made when it is not there or was made for other requirements.

    Raises
    ------
    subprocess.CalledProcessError
        If pip cannot install them.
    """
    folder = HOME / name
    made_for, wanted = folder / "requirements.txt", "\n".join(requirements) + "\n"
    if not made_for.exists() or made_for.read_text() != wanted:
        print(f"installing {', '.join(requirements)} into {folder}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        programs = folder / "bin"
        subprocess.run([str(programs / "python"), "-m", "pip", "install", "-q", *requirements], check=True)
        made_for.write_text(wanted)
    return folder / "bin"


def machine() -> str:
    """What the figures were measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    numpy = version("numpy")
    return f"{cores} cores, Python {platform.python_version()}, numpy {numpy}, cairn-nb {version('cairn-nb')}"

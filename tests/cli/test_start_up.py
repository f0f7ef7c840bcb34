"""What a command loads before it does anything is waited for every time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = {
    "IPython",
    "altair",
    "anywidget",
    "bm25s",
    "httpx",
    "ipywidgets",
    "jupyter_client",
    "markdown_it",
    "nbconvert",
    "nbformat",
    "numpy",
    "pandas",
    "papermill",
    "pydantic",
    "pypdf",
    "rich",
    "scipy",
    "tqdm",
    "vl_convert",
    "yaml",
}
PROGRAM = """
import sys
from cairn_nb.cli.main import run
code = run(sys.argv[1:])
print(code, *sorted({name.partition(".")[0] for name in sys.modules}), file=sys.stderr)
"""


def loaded(*args: str, cwd: Path | None = None) -> tuple[int, set[str]]:
    """The exit code, and the packages that were imported by the end."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *args], cwd=cwd, capture_output=True, text=True, check=True, timeout=60
    )
    code, *names = done.stderr.splitlines()[-1].split()
    return int(code), set(names)


def test_help_loads_no_heavy_package() -> None:
    code, names = loaded("--help")
    assert code == 0
    assert names.isdisjoint(HEAVY)


def test_a_verbs_help_loads_no_heavy_package() -> None:
    _, names = loaded("gate", "--help")
    assert names.isdisjoint(HEAVY - {"pydantic"})  # the framework reads options' types with it


def test_importing_the_package_loads_no_heavy_package() -> None:
    program = 'import sys, cairn_nb; print(*sorted({name.partition(".")[0] for name in sys.modules}))'
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert set(done.stdout.split()).isdisjoint(HEAVY)


def test_a_headless_gate_needs_neither_charts_nor_notebooks_nor_the_network(built: Path) -> None:
    report = "reports/good.json"
    code, names = loaded("gate", "--headless", "--baseline", report, "--candidate", report, cwd=built)
    assert code == 0
    allowed = {"numpy", "pydantic"}
    assert names.isdisjoint(HEAVY - allowed)

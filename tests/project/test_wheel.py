"""What an installed wheel carries: a project can be laid out and run from it, without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    target = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target)
    return target


def run(installed: Path, folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """The wheel's own `cairn`, in front of the checkout's."""
    code = f"import sys; sys.path.insert(0, {str(installed)!r}); from cairn_nb.cli.main import main; main()"
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, "-c", code, *args], cwd=folder, env=clean, capture_output=True, text=True, timeout=300
    )


def test_the_wheel_carries_notebooks_configurations_and_front_end(installed: Path) -> None:
    package = installed / "cairn_nb"
    for kind in ("notebooks", "configs"):
        names = {path.name for path in (ROOT / kind).iterdir() if path.suffix in {".ipynb", ".yaml"}}
        assert names and names == {path.name for path in (package / "_project" / kind).iterdir()}
    for folder, pattern in (("explorer/static", "*.mjs"), ("explorer/static", "*.css"), ("project/templates", "*")):
        names = {path.name for path in (ROOT / "cairn_nb" / folder).glob(pattern)}
        assert names and names <= {path.name for path in (package / folder).iterdir()}
    assert (package / "py.typed").is_file()
    assert not list(installed.rglob("tests")) and not list(installed.rglob("golden/sample"))


@pytest.mark.slow
def test_a_project_laid_out_from_the_wheel_runs(installed: Path, tmp_path: Path) -> None:
    laid = run(installed, tmp_path, "init", "shop")
    assert laid.returncode == 0, laid.stderr
    project = tmp_path / "shop"
    for name in ("configs/default.yaml", "notebooks/eval.ipynb", ".github/workflows/cairn.yml", "golden/README.md"):
        assert (project / name).is_file(), name
    for args in (("corpus", "generate"), ("ingest", "--headless"), ("calibrate", "--headless")):
        done = run(installed, project, *args)
        assert done.returncode == 0, done.stderr
    done = run(installed, project, "eval", "--headless", "--limit", "5", "--out", "reports/five.json")
    assert done.returncode == 0, done.stderr
    assert (project / "reports" / "five.json").is_file()

"""Every command, program and experiment file of the documentation works as it is printed.

A page is one shell session. The quickstart lays out the project that the pages after it work in; the README
has a project of its own.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from cairn_nb.config.load import load_config
from cairn_nb.config.model import Component, Config
from cairn_nb.corpus.params import checked_params
from cairn_nb.providers.catalog import chat_model, embedding_model, rerank_model
from cairn_nb.providers.wire.limits import Limits
from tests.docs.pages import PAGES, README, ROOT, Block, blocks, script

pytestmark = pytest.mark.slow

QUICKSTART = ROOT / "docs/quickstart.md"
# What a test cannot run: each is checked to be true below.
INSTEAD = {"pip install cairn-nb": "true", "make demo": "true", "make test": "true"}
# The README shows the verbs as a person would type them; here each skips its notebook, to save minutes.
HEADLESS = """#!/bin/sh
case "$1" in
  ingest|calibrate|eval|gate|bench|attack) exec "{cairn}" "$@" --headless ;;
  *) exec "{cairn}" "$@" ;;
esac
"""
TIMEOUT_S = 600


@dataclass(frozen=True)
class Session:
    """A page that was run, and the folder it left behind."""

    done: subprocess.CompletedProcess[str]
    folder: Path

    def assert_worked(self) -> None:
        assert self.done.returncode == 0, self.done.stdout[-3000:] + self.done.stderr[-3000:]


def run(page: Path, folder: Path, *, bin_dir: Path | None = None) -> Session:
    """Run a page's blocks in a folder, with this environment's `cairn` and `python`."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("CAIRN_", "OPENAI_"))}
    places = [str(place) for place in (bin_dir, Path(sys.executable).parent) if place is not None]
    env["CI"] = "true"  # no browser opens
    env["PATH"] = os.pathsep.join([*places, env["PATH"]])
    done = subprocess.run(
        ["bash", "-c", script(page, instead=INSTEAD)],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    return Session(done, folder)


@pytest.fixture(scope="module")
def quickstart(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The quickstart's session; the project is in ``my-project``."""
    return run(QUICKSTART, tmp_path_factory.mktemp("docs"))


def test_the_readme_runs(tmp_path: Path) -> None:
    shim = tmp_path / "bin/cairn"
    shim.parent.mkdir()
    shim.write_text(HEADLESS.format(cairn=Path(sys.executable).with_name("cairn")), encoding="utf-8")
    shim.chmod(0o755)
    (tmp_path / "work").mkdir()
    run(README, tmp_path / "work", bin_dir=shim.parent).assert_worked()


def test_the_quickstart_runs(quickstart: Session) -> None:
    quickstart.assert_worked()
    reports = quickstart.folder / "my-project/reports"
    assert (reports / "gate-degraded.html").is_file()
    assert (reports / "leaderboard.md").is_file()


@pytest.mark.parametrize("page", [page for page in PAGES if page != QUICKSTART], ids=lambda page: page.stem)
def test_the_page_runs_in_the_quickstarts_project(page: Path, quickstart: Session, tmp_path: Path) -> None:
    if not blocks(page, "bash", "python"):
        return
    quickstart.assert_worked()
    project = tmp_path / "my-project"
    shutil.copytree(quickstart.folder / "my-project", project)
    run(page, project).assert_worked()


def yaml_examples() -> list[Block]:
    return [block for page in (README, *PAGES) for block in blocks(page, "yaml")]


@pytest.mark.parametrize("block", yaml_examples(), ids=str)
def test_an_experiment_file_loads_and_its_components_exist(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "configs", tmp_path / "configs")
    place = tmp_path / "configs/example.yaml"
    place.write_text(block.text, encoding="utf-8")
    config = load_config(place)
    for name in re.findall(r"api_key_env: (\w+)", block.text):
        monkeypatch.setenv(name, "a-key-for-the-test")
    build_components(config)


def build_components(config: Config) -> None:
    """Make each component, which checks its parameters; nothing is asked."""
    limits = Limits(attempt_timeout_s=1.0, max_attempts=1, concurrency=1)
    checked_params(config.ingest.chunker.name, config.ingest.chunker.params, config.ingest.max_chunk_chars)
    embedding_model(config.embedding.name, config.embedding.params, limits=limits, cache=None)
    chats = [config.generation.provider]
    if config.judge.name == "llm":
        chats.append(Component(**config.judge.params["provider"]))
    for chat in chats:
        chat_model(chat.name, chat.params, limits=limits, cache=None)
    if config.retrieval.rerank is not None:
        rerank_model(config.retrieval.rerank.name, config.retrieval.rerank.params, limits=limits, cache=None)


def test_what_is_not_run_is_true() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"pip install {project['name']}" in INSTEAD
    targets = set(re.findall(r"^([\w.-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert {name.removeprefix("make ") for name in INSTEAD if name.startswith("make ")} <= targets


def test_few_blocks_are_not_run() -> None:
    shown = [block for page in (README, *PAGES) for block in blocks(page) if block.language in ("console", "text")]
    assert len(shown) <= 2, [str(block) for block in shown]

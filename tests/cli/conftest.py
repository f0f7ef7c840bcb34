"""A way to run a verb, in a small project or anywhere."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.cli.main import run
from tests.small_project import built, project

__all__ = ["Ran", "Verb", "built", "in_project", "project", "verb"]


@dataclass(frozen=True)
class Ran:
    """What a verb did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """All of stdout as one JSON document."""
        return json.loads(self.out)


Verb = Callable[..., Ran]


@pytest.fixture
def verb(capsys: pytest.CaptureFixture[str]) -> Iterator[Verb]:
    """Run one command line in the working directory."""

    def run_verb(*args: str) -> Ran:
        capsys.readouterr()
        code = run(list(args))
        printed = capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    return run_verb


@pytest.fixture
def in_project(project: Path, verb: Verb) -> Verb:
    """Run a verb in the built project, where a test needs nothing else of it."""
    assert Path.cwd() == project
    return verb

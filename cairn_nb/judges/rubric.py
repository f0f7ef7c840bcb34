"""Rubrics: packaged texts with a version, named in every report together with a digest of their content."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files

from cairn_nb.errors import ConfigError

_NAME = re.compile(r"(?P<name>[a-z][a-z-]*)-(?P<version>\d+)\.txt")
FOLDER = "rubrics"
PROMPTS = "prompts"


@dataclass(frozen=True)
class Rubric:
    """What a grade means, as the judge is told."""

    name: str
    version: str
    text: str

    @property
    def label(self) -> str:
        """``<name>-<version>-<first 8 hex of the sha256 of the text>``: equal labels mean equal grades."""
        digest = hashlib.sha256(self.text.encode("utf-8")).hexdigest()
        return f"{self.name}-{self.version}-{digest[:8]}"


def rubric_names(kind: str = "grade") -> tuple[str, ...]:
    """The packaged rubrics of a kind, as a configuration names them.

    Parameters
    ----------
    kind
        ``grade`` for one number from 0 to 1, ``axes`` for five from 0 to 5.
    """
    names = (_NAME.fullmatch(entry.name) for entry in (files("cairn_nb.judges") / FOLDER).iterdir())
    return tuple(sorted(name[0].removesuffix(".txt") for name in names if name is not None and name["name"] == kind))


def load_rubric(name: str, kind: str = "grade") -> Rubric:
    """A packaged rubric; line ends do not change its digest.

    Parameters
    ----------
    name
        Name and version, for example ``grade-1``.
    kind
        What it must be a rubric for, as for `rubric_names`.

    Raises
    ------
    ConfigError
        If there is none of this name.
    """
    parts = _NAME.fullmatch(f"{name}.txt")
    if parts is None or name not in rubric_names(kind):
        key = "judge.rubric" if kind == "grade" else "params.rubric"
        raise ConfigError(f"there is no rubric {name!r}", key=key, hint=f"known: {', '.join(rubric_names(kind))}")
    return _read(FOLDER, parts["name"], parts["version"])


def load_prompt(name: str) -> Rubric:
    """The packaged instructions of a check that gives no grade, for example ``claims-check-1``, labelled likewise."""
    title, _, version = name.rpartition("-")
    return _read(PROMPTS, title, version)


def _read(folder: str, name: str, version: str) -> Rubric:
    text = (files("cairn_nb.judges") / folder / f"{name}-{version}.txt").read_text(encoding="utf-8")
    return Rubric(name, version, text.replace("\r\n", "\n").strip())

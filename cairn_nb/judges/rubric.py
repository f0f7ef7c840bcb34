"""Rubrics: packaged texts with a version, named in every report together with a digest of their content."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files

from cairn_nb.errors import ConfigError

_NAME = re.compile(r"(?P<name>[a-z][a-z-]*)-(?P<version>\d+)\.txt")
FOLDER = "rubrics"


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


def rubric_names() -> tuple[str, ...]:
    """The packaged rubrics, as a configuration names them."""
    names = (entry.name for entry in (files("cairn_nb.judges") / FOLDER).iterdir())
    return tuple(sorted(name.removesuffix(".txt") for name in names if _NAME.fullmatch(name)))


def load_rubric(name: str) -> Rubric:
    """A packaged rubric; line ends do not change its digest.

    Parameters
    ----------
    name
        Name and version, for example ``grade-1``.

    Raises
    ------
    ConfigError
        If there is none of this name.
    """
    parts = _NAME.fullmatch(f"{name}.txt")
    if parts is None or name not in rubric_names():
        raise ConfigError(
            f"there is no rubric {name!r}", key="judge.rubric", hint=f"known: {', '.join(rubric_names())}"
        )
    text = (files("cairn_nb.judges") / FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    return Rubric(parts["name"], parts["version"], text.replace("\r\n", "\n").strip())

"""Which experiment files a pattern names."""

from __future__ import annotations

import glob
from pathlib import Path

from cairn_nb.errors import ConfigError


def config_files(pattern: str) -> tuple[Path, ...]:
    """The files that a glob, or a list of globs separated by commas, names; sorted within each part.

    Raises
    ------
    ConfigError
        If a part matches no file.
    """
    found: dict[str, None] = {}
    for part in filter(None, (part.strip() for part in pattern.split(","))):
        matches = sorted(glob.glob(part, recursive=True))  # noqa: PTH207 - the pattern may be absolute
        if not matches:
            raise ConfigError(f"no configuration matches '{part}'", hint="give a glob, or files separated by commas")
        found.update(dict.fromkeys(matches))
    return tuple(Path(name) for name in found)

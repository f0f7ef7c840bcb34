"""A configuration's relative paths as seen from another folder.

A report keeps its configuration's paths as they were written, relative to a file that may lie anywhere. The folder is
found again by looking where both documents and questions lie.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

PATHS = ("corpus", "golden", "index.dir", "calibration.dir")


def found_folder(config: Mapping[str, Any], places: Iterable[Path]) -> Path | None:
    """The first of some folders from which the configuration's documents and questions are found; None without one."""
    corpus, golden = config.get("corpus"), config.get("golden")
    if not isinstance(corpus, str) or not isinstance(golden, str):
        return None
    return next((place for place in places if (place / corpus).is_dir() and (place / golden).is_file()), None)


def relocated(config: Mapping[str, Any], folder: Path, onto: Path) -> dict[str, str]:
    """Each path of a configuration that lay in `folder`, as it must be written in `onto`; by dotted key."""
    written = ((key, _value(config, key)) for key in PATHS)
    return {key: _moved(value, folder, onto) for key, value in written if isinstance(value, str)}


def _value(config: Mapping[str, Any], key: str) -> Any:
    section, _, name = key.partition(".")
    inner = config.get(section)
    return inner if not name else inner.get(name) if isinstance(inner, Mapping) else None


def _moved(value: str, folder: Path, onto: Path) -> str:
    if Path(value).is_absolute():
        return value
    return Path(os.path.relpath(folder / value, onto)).as_posix()

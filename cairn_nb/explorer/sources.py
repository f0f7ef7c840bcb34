"""Which reports a person means by files, folders and patterns."""

from __future__ import annotations

import glob
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from cairn_nb.errors import InputError


def report_files(places: Sequence[str | Path]) -> tuple[Path, ...]:
    """The report files, each once, in the order given; those of a folder or pattern by name.

    A folder or pattern may hold other JSON (a leaderboard, an attack's findings), which is passed over.

    Raises
    ------
    InputError
        If a place does not exist or holds no report.
    """
    found: dict[Path, Path] = {}
    for place in places:
        for path in _of(str(place)):
            found.setdefault(path.resolve(), path)
    return tuple(found.values())


def _of(place: str) -> list[Path]:
    path = Path(place)
    if path.is_file():
        return [path]
    if path.is_dir():
        candidates: Iterator[Path] = path.glob("*.json")
    elif glob.has_magic(place):
        candidates = Path(path.anchor).glob(str(path.relative_to(path.anchor)))
    else:
        raise InputError("does not exist", path=place, hint="give a report, a folder of reports, or a pattern")
    reports = sorted(candidate for candidate in candidates if candidate.is_file() and _holds_rows(candidate))
    if not reports:
        raise InputError("holds no report", path=place, hint="cairn eval writes one")
    return reports


def _holds_rows(path: Path) -> bool:
    """Whether it is a report at all; one that cannot be read is, so that its own error is heard."""
    if path.suffix != ".json":
        return False
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return True
    return isinstance(content, dict) and "per_case" in content

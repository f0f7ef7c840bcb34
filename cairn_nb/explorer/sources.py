"""Which reports a person means by files, folders and patterns."""

from __future__ import annotations

import glob
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from cairn_nb.errors import InputError
from cairn_nb.files.bench_run import REPORTS, SUMMARY


def report_files(places: Sequence[str | Path]) -> tuple[Path, ...]:
    """The report files, each once, in the order given; those of a folder or pattern as they were measured.

    The earlier of two is so the baseline, whatever the files are called. A folder or pattern may hold other JSON
    (a leaderboard, an attack's findings), which is passed over.

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
    if not place.strip():
        raise InputError("a report's name is empty", hint="look at the variable that was to hold it")
    path = Path(place)
    if path.is_file():
        return [path]
    if path.is_dir():
        inside = path / REPORTS if (path / SUMMARY).is_file() else path  # those of a bench run lie in a folder of its
        candidates: Iterator[Path] = inside.glob("*.json")
    elif glob.has_magic(place):
        candidates = Path(path.anchor).glob(str(path.relative_to(path.anchor)))
    else:
        raise InputError("does not exist", path=place, hint="give a report, a folder of reports, or a pattern")
    measured = {path: when for path in candidates if path.is_file() and (when := _measured_at(path)) is not None}
    if not measured:
        raise InputError("holds no report", path=place, hint="cairn eval writes one")
    return sorted(measured, key=lambda path: (measured[path], path))


def _measured_at(path: Path) -> str | None:
    """When a report was made; None of what is no report. One that cannot be read is one, so that its error is heard."""
    if path.suffix != ".json":
        return None
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return ""
    return str(content.get("created_at", "")) if isinstance(content, dict) and "per_case" in content else None

"""Where a run's files lie: one place that knows their names."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from cairn_nb.files.atomic import storage_error

LATEST = "latest"
TIME_FORMAT = "%Y%m%dT%H%M%SZ"


@dataclass(frozen=True)
class RunPaths:
    """The files of one run; `latest` is the configuration's current baseline."""

    report: Path
    evidence: Path
    html: Path
    notebook: Path
    latest: Path

    @classmethod
    def beside(cls, report: Path | str, *, reports_dir: Path | str, config_name: str) -> Self:
        """The paths of a run whose report goes to `report` (what ``--out`` asks for)."""
        place = Path(report)
        stem = place.name.removesuffix(".json")
        return cls(
            report=place,
            evidence=place.with_name(f"{stem}.evidence.jsonl.gz"),
            html=place.with_name(f"{stem}.html"),
            notebook=place.with_name(f"{stem}.ipynb"),
            latest=Path(reports_dir) / LATEST / f"{config_name}.json",
        )

    @classmethod
    def at(cls, reports_dir: Path | str, config_name: str, when: datetime) -> Self:
        """``<reports_dir>/<config>-<UTC time>.json`` and its neighbours; `when` must know its time zone."""
        if when.tzinfo is None:
            raise ValueError("a run's time needs a time zone")
        stamp = when.astimezone(UTC).strftime(TIME_FORMAT)
        report = Path(reports_dir) / f"{config_name}-{stamp}.json"
        return cls.beside(report, reports_dir=reports_dir, config_name=config_name)

    @classmethod
    def reserve(cls, reports_dir: Path | str, config_name: str, when: datetime) -> Self:
        """Like `at`, but a name that no other run has: ``-2``, ``-3`` … follow the time when it is taken.

        The evidence file is made empty to hold the name, so call this when about to write.

        Raises
        ------
        StorageError
            If the folder cannot be written.
        """
        first = cls.at(reports_dir, config_name, when)
        stem, number = first.report.stem, 1
        while True:
            name = stem if number == 1 else f"{stem}-{number}"
            paths = cls.beside(first.report.with_name(f"{name}.json"), reports_dir=reports_dir, config_name=config_name)
            if not paths.report.exists() and _create(paths.evidence):
                return paths
            number += 1


def _create(path: Path) -> bool:
    """Make an empty file; False when there is one already."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise storage_error(error, path.parent) from error
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except FileExistsError:
        return False
    except OSError as error:
        raise storage_error(error, path) from error
    return True


def ledger_path(state_dir: Path | str, run_id: str) -> Path:
    """The ledger of a run."""
    return Path(state_dir) / "ledger" / f"{run_id}.jsonl"

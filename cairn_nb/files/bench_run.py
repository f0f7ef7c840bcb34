"""The folder of a bench run: its names, its reports in, its reports out.

``<reports dir>/bench/<run id>/`` holds ``reports/`` (a whole report a system, its evidence beside it), from which every
other file of the folder can be made again. ``run_summary.json`` is written last: a folder without one was not finished.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from cairn_nb.errors import InputError, ReportError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import replacing, storage_error, write_text
from cairn_nb.files.layout import TIME_FORMAT
from cairn_nb.files.reports import read_report, report_text
from cairn_nb.records import Report

BENCH = "bench"
REPORTS = "reports"
SUMMARY = "run_summary.json"
ID_CHARS = 8
RENAMED = str.maketrans(dict.fromkeys('/\\:*?"<>|\x00', "_"))


@dataclass(frozen=True)
class BenchFolder:
    """One bench run's folder."""

    folder: Path

    @classmethod
    def new(cls, reports_dir: Path, reports: Sequence[Report], when: datetime) -> BenchFolder:
        """A folder that no other run has, named by the time and by what is compared.

        Raises
        ------
        StorageError
            If it cannot be made.
        """
        stamp = f"{when.astimezone(UTC).strftime(TIME_FORMAT)}-{compared_hash(reports)}"
        number = 1
        while True:
            place = reports_dir / BENCH / (stamp if number == 1 else f"{stamp}-{number}")
            try:
                place.mkdir(parents=True)
            except FileExistsError:
                number += 1
            except OSError as error:
                raise storage_error(error, place) from error
            else:
                return cls(place)

    @property
    def run_id(self) -> str:
        """The run's name: as its summary says, also where the folder was moved, else the folder's own."""
        return str(self.earlier().get("run_id") or self.folder.resolve().name)

    @property
    def reports_dir(self) -> Path:
        """Where the reports lie."""
        return self.folder / REPORTS

    @property
    def summary(self) -> Path:
        """The file that is written last."""
        return self.folder / SUMMARY

    def report_path(self, config_name: str) -> Path:
        """A system's report; a name that is no file's name has its marks replaced."""
        return self.reports_dir / f"{config_name.translate(RENAMED)}.json"

    def keep(self, reports: Sequence[Report]) -> None:
        """Put reports and their evidence into the folder, whole or not at all each.

        Raises
        ------
        InputError
            If two reports would have the same file.
        StorageError
            If a file cannot be written.
        """
        paths = [self.report_path(report.config_name) for report in reports]
        for path, report in zip(paths, reports, strict=True):
            if paths.count(path) > 1:
                raise InputError("two systems would have this report", path=path, hint="give each its own name")
            if report.source is not None and path.exists() and path.samefile(report.source):
                continue
            _keep_evidence(report, self.reports_dir)
            write_text(path, report_text(report))

    def read(self) -> tuple[Report, ...]:
        """The folder's reports, in the order that its summary gives, else by file name.

        Raises
        ------
        InputError
            If the folder holds no reports, or lacks one that its summary lists.
        ReportError
            If a report cannot be read; the file is named.
        """
        found = sorted(self.reports_dir.glob("*.json")) if self.reports_dir.is_dir() else []
        if not found:
            raise InputError("is no bench run: it holds no reports", path=self.folder, hint="`cairn bench` writes one")
        reports = {report.config_name: report for report in map(read_report, found)}
        listed = self.listed_systems()
        for name in listed:
            if name not in reports:
                hint = f"restore it, or remove {self.summary.name} to go on without it"
                raise ReportError("is listed in the summary and missing", path=self.report_path(name), hint=hint)
        return tuple(reports[name] for name in dict.fromkeys([*listed, *reports]))

    def earlier(self) -> dict[str, Any]:
        """The summary as it was written; empty where there is none.

        Raises
        ------
        InputError
            If it is damaged.
        """
        if not self.summary.exists():
            return {}
        found = strict_json.read(self.summary)
        if not isinstance(found, dict):
            raise InputError("is no summary of a run: it must be a JSON object", path=self.summary)
        return found

    def listed_systems(self) -> tuple[str, ...]:
        """The systems that the summary names, in its order."""
        entries = self.earlier().get("systems", [])
        try:
            return tuple(str(entry["system"]) for entry in entries)
        except (TypeError, KeyError):
            raise InputError("does not name its systems", path=self.summary, key="systems") from None


def is_bench_folder(place: Path) -> bool:
    """Whether a folder is laid out as a bench run."""
    return (place / REPORTS).is_dir()


def compared_hash(reports: Sequence[Report]) -> str:
    """Eight hex digits of what is compared: documents, questions, and each configuration."""
    lines = [
        f"{report.config_name}\t{report.config_hash}\t{report.corpus_hash}\t{report.golden_hash}\t{report.split}"
        for report in reports
    ]
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:ID_CHARS]


def _keep_evidence(report: Report, folder: Path) -> None:
    """A second name for the evidence file, or a copy where the disk has no such thing; none where it was not kept."""
    if report.source is None or report.evidence is None:
        return
    name = Path(report.evidence.file).name
    source, target = report.source.parent / name, folder / name
    if not source.is_file() or (target.exists() and target.samefile(source)):
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.link(source, target)
    except OSError:  # another disk, one without links, or an older file of that name
        with source.open("rb") as content, replacing(target) as stream:
            shutil.copyfileobj(content, stream)

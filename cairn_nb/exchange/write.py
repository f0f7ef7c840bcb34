"""The one way out: a report to a file of another tool."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from cairn_nb.errors import InputError
from cairn_nb.exchange.to_csv import csv_text
from cairn_nb.exchange.to_junit import junit_text
from cairn_nb.exchange.to_parquet import parquet_bytes
from cairn_nb.exchange.to_ragas import ragas_text
from cairn_nb.exchange.to_trec import trec_text
from cairn_nb.files.atomic import write_bytes
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.records import Report

Format: TypeAlias = Literal["csv", "parquet", "ragas", "trec", "junit"]
ENDINGS: dict[str, Format] = {
    ".csv": "csv",
    ".parquet": "parquet",
    ".jsonl": "ragas",
    ".run": "trec",
    ".trec": "trec",
    ".xml": "junit",
}
_TEXTS: dict[str, Callable[[Report], str]] = {"csv": csv_text, "trec": trec_text, "junit": junit_text}


def write_rows(report: Report, path: Path, format_: Format | None = None) -> Format:
    """Write a report's rows, whole or not at all.

    Parameters
    ----------
    format_
        By default what the file's ending says.

    Returns
    -------
    str
        The format that was written.

    Raises
    ------
    InputError
        If neither says a format, or the report lacks what it needs.
    StorageError
        If the file cannot be written.
    MissingExtraError
        If it is Parquet and pyarrow is not installed.
    """
    chosen = format_ or ENDINGS.get(path.suffix.lower())
    if chosen is None:
        endings = ", ".join(f"{ending} {name}" for ending, name in ENDINGS.items())
        raise InputError("its ending names no format", path=path, hint=f"give --format, or one of: {endings}")
    if chosen not in get_args(Format):
        raise InputError(f"there is no format {chosen!r}", path=path, hint=f"formats: {', '.join(get_args(Format))}")
    if report.source is not None and path.resolve() == report.source.resolve():
        raise InputError("is the report itself", path=path, hint="name another file")
    write_bytes(path, _content(report, chosen))
    return chosen


def _content(report: Report, format_: Format) -> bytes:
    if format_ == "parquet":
        return parquet_bytes(report)
    if format_ == "ragas":
        return ragas_text(report, read_evidence_of(report)).encode("utf-8")
    return _TEXTS[format_](report).encode("utf-8")

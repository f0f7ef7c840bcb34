"""A run's evidence file: what is too large for the report, tied to it by digest.

Gzipped JSON Lines. A passage's text stands in a line of its own, once, before the first case that has it;
a case's passages refer to it by the first 32 hex digits of its sha256. Equal evidence gives equal bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import ReportError
from cairn_nb.files.atomic import write_bytes
from cairn_nb.files.jsonl import dump_row, parse_rows
from cairn_nb.records.evidence import Evidence
from cairn_nb.records.report import EvidenceFile, Report

COMPRESSION = 3  # half the time of the usual 6, and a sixth larger
WRITTEN_AT_ONCE = 1 << 18
TEXT_ID_CHARS = 32
WITHOUT_TEXTS: Any = {"passages": {"__all__": {"text"}}}

EvidenceByCase = dict[tuple[str, int], Evidence]


def write_evidence(path: Path, rows: Sequence[Evidence]) -> EvidenceFile:
    """Write a run's evidence, whole or not at all.

    Returns
    -------
    EvidenceFile
        Its name, relative to the report that lies beside it, and the sha256 of its bytes.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    packed = io.BytesIO()
    with (
        gzip.GzipFile(filename="", mode="wb", compresslevel=COMPRESSION, fileobj=packed, mtime=0) as archive,
        io.BufferedWriter(archive, WRITTEN_AT_ONCE) as stream,
    ):
        for line in _lines(rows):
            stream.write(line.encode("utf-8") + b"\n")
    data = packed.getvalue()
    write_bytes(path, data)
    return EvidenceFile(file=path.name, sha256=hashlib.sha256(data).hexdigest())


def _lines(rows: Iterable[Evidence]) -> Iterator[str]:
    ids: dict[str, str] = {}
    for row in rows:
        for passage in row.passages:
            if passage.text not in ids:
                ids[passage.text] = _text_id(passage.text)
                yield dump_row({"text_id": ids[passage.text], "text": passage.text})
        texts = ", ".join(f'"{ids[passage.text]}"' for passage in row.passages)
        yield f'{{"texts":[{texts}],"evidence":{row.model_dump_json(exclude=WITHOUT_TEXTS)}}}'


def _text_id(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:TEXT_ID_CHARS]


def read_evidence_of(report: Report) -> EvidenceByCase | None:
    """A report's evidence by (case id, trial); None where it was not kept beside the report.

    Raises
    ------
    ReportError
        If the file is damaged or belongs to another report.
    """
    if report.source is None or report.evidence is None:
        return None
    path = report.source.parent / Path(report.evidence.file).name
    return read_evidence(path, sha256=report.evidence.sha256) if path.is_file() else None


def read_evidence(path: Path, *, sha256: str | None = None) -> EvidenceByCase:
    """The rows of an evidence file by (case id, trial).

    Parameters
    ----------
    sha256
        The digest that the report gives; not looked at when null.

    Raises
    ------
    ReportError
        If the file cannot be read, is damaged, or has another digest.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportError(f"cannot be read: {error.strerror or error}", path=path) from error
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise ReportError(
            "is not the evidence that this report was written with: its digest differs",
            path=path,
            hint="restore the file, or delete it to see the report without evidence",
        )
    return _parsed(_unpacked(data, path), path)


def _unpacked(data: bytes, path: Path) -> str:
    try:
        return gzip.decompress(data).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise ReportError(f"a damaged evidence file: {error}", path=path) from error


def _parsed(text: str, path: Path) -> EvidenceByCase:
    texts: dict[str, str] = {}
    found: EvidenceByCase = {}
    for line, row in parse_rows(text, path, error=ReportError):
        try:
            if "text_id" in row:
                texts[row["text_id"]] = row["text"]
            else:
                evidence = _evidence(row, texts)
                found[evidence.case_id, evidence.trial] = evidence
        except (KeyError, TypeError, ValueError, ValidationError) as error:
            raise ReportError(f"a damaged line of evidence: {error}", path=path, line=line) from error
    return found


def _evidence(row: dict[str, Any], texts: dict[str, str]) -> Evidence:
    passages = zip(row["evidence"]["passages"], row["texts"], strict=True)
    whole = [{**passage, "text": texts[text_id]} for passage, text_id in passages]
    return Evidence.model_validate({**row["evidence"], "passages": whole})

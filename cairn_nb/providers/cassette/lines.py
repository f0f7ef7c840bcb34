"""The lines of a cassette: JSON objects that each carry the digest of the rest, so that damage is named.

The first line is the head. Requests are known by digest alone, and nothing here knows a key or a header.

``{"format", "id"}``                                      which layout, and which cassette
``{"made", "kind", "name", "model", "dim", "params"}``    a model that was asked, by the digest of its component
``{"call", "lane", "n", "model", "purpose", "reply"}``    a reply, or in its place ``error``: how the call ended
``{"probe", "lane"}``                                     a call of the latency probe
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from cairn_nb.errors import CassetteError, InputError
from cairn_nb.files.jsonl import Row, dump_row, parse_rows

FORMAT = "cairn-cassette-1"
DIGEST = "digest"
DAMAGED = "restore the file, or record the run anew under another name"


class CallKey(NamedTuple):
    """Which call: for which piece of work, with which request, and the how manieth of these."""

    lane: str
    digest: str
    n: int


@dataclass
class Held:
    """What a cassette holds; of two lines about the same call, the later one counts."""

    id: str
    calls: dict[CallKey, Row] = field(default_factory=dict)
    models: dict[str, Row] = field(default_factory=dict)
    probes: dict[str, list[Row]] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        """Take in a line.

        Raises
        ------
        KeyError
            If it is none of ours.
        """
        if "call" in row:
            self.calls[CallKey(row["lane"], row["call"], row["n"])] = row
        elif "made" in row:
            self.models[row["made"]] = row
        else:
            self.probes.setdefault(row["lane"], []).append(row["probe"])


def sealed(row: Mapping[str, Any]) -> str:
    """A line with the digest of the rest of it."""
    return dump_row({**row, DIGEST: _digest(row)})


def held(rows: Iterable[tuple[int, Row]], path: Path) -> Held:
    """What the lines of a cassette say, each under its number.

    Raises
    ------
    CassetteError
        Naming the line that is damaged, or that is none of ours.
    """
    found: Held | None = None
    for number, row in rows:
        kept = row.pop(DIGEST, None)
        if kept != _digest(row):
            raise CassetteError("a damaged line: its digest is another", path=path, line=number, hint=DAMAGED)
        try:
            if found is None:
                found = _opened(row, path)
            else:
                found.add(row)
        except (KeyError, TypeError):
            raise CassetteError("not a line of a cassette", path=path, line=number, hint=DAMAGED) from None
    if found is None:
        raise CassetteError("an empty file is no cassette", path=path, hint="record a run with --record")
    return found


def content(path: Path) -> bytes:
    """The lines of a cassette's file, unpacked where its name ends in ``.gz``.

    Raises
    ------
    CassetteError
        If it cannot be read or unpacked.
    """
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except FileNotFoundError:
        raise CassetteError("there is no such cassette", path=path, hint=_when_missing(path)) from None
    except (OSError, EOFError, zlib.error) as problem:
        raise CassetteError(f"cannot be read: {problem}", path=path, hint=DAMAGED) from problem


def parsed(data: bytes, path: Path) -> Held:
    """What a cassette's content says.

    Raises
    ------
    CassetteError
        Naming the line that is damaged; a last line without its end is.
    """
    if data and not data.endswith(b"\n"):
        line = data.count(b"\n") + 1
        hint = f"its recording was cut off; continue it with --record {path}"
        raise CassetteError("a damaged line: it has no end", path=path, line=line, hint=hint)
    try:
        text = data.decode("utf-8")
        return held(parse_rows(text, path), path)
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise CassetteError("a damaged line: not UTF-8", path=path, line=line, hint=DAMAGED) from None
    except CassetteError:
        raise
    except InputError as error:
        raise CassetteError(f"a damaged line: {error.problem}", path=path, line=error.line, hint=DAMAGED) from None


def content_digest(data: bytes) -> str:
    """What a cassette is known by in a report: the sha256 of its lines, packed or not."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def unfinished(path: Path) -> Path:
    """Where a cassette that is to be packed grows until its recording ends."""
    return path.with_name(path.name + ".part")


def _opened(row: Row, path: Path) -> Held:
    if row["format"] != FORMAT:
        problem = f"a cassette of the format {row['format']!r}, which this version does not read"
        raise CassetteError(problem, path=path, hint="record it again")
    return Held(str(row["id"]))


def _when_missing(path: Path) -> str:
    if unfinished(path).exists():
        return f"its recording was cut off; continue it with --record {path}"
    return f"record it with --record {path}"


def _digest(row: Mapping[str, Any]) -> str:
    return hashlib.sha256(dump_row(row).encode("utf-8", "surrogatepass")).hexdigest()

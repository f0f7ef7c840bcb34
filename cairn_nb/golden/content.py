"""A golden set's identity: a hash of what its cases say, and the label its authors gave it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from cairn_nb.errors import GoldenError
from cairn_nb.records import Case

VERSION_FILE = "golden.version"
CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def content_hash(cases: Iterable[Case]) -> str:
    """sha256 (64 hex) over the cases' canonical JSON, a line each, in order of their ids.

    Neither the order of rows and keys nor a field left at its default changes it; any other change does.
    """
    lines = (CANONICAL.encode(case.model_dump()) for case in sorted(cases, key=lambda case: case.id))
    return hashlib.sha256("\n".join(lines).encode("ascii")).hexdigest()


def golden_version(path: Path) -> str:
    """The label in the file ``golden.version`` beside the set, else ``sha256:`` and 12 hex of the set's bytes.

    Raises
    ------
    GoldenError
        If either file cannot be read.
    """
    label = path.with_name(VERSION_FILE)
    try:
        text = label.read_text(encoding="utf-8-sig").strip() if label.is_file() else ""
        return text or f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
    except (OSError, UnicodeDecodeError) as error:
        raise GoldenError(f"cannot be read: {error}", path=label if label.is_file() else path) from error

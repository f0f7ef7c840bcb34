"""What verbs print: JSON or plain text on stdout, everything else on stderr. No text is read as markup."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # `cairn --help` comes through here, and records bring pydantic with them
    from cairn_nb.records import Record

# What moves a terminal's cursor, retitles it or clears it; a document or a file's name may hold it.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def emit_json(payload: Record | Mapping[str, Any]) -> None:
    """Print one JSON document; a number that is not finite is an error, never a ``NaN``."""
    data = dict(payload) if isinstance(payload, Mapping) else payload.model_dump(mode="json")
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def say(text: str) -> None:
    """A line of result, on stdout. Lone surrogates and control characters are escaped."""
    sys.stdout.write(_shown(text) + "\n")


def tell(text: str) -> None:
    """A line about the work, on stderr."""
    sys.stderr.write(_shown(text) + "\n")


def _shown(text: str) -> str:
    plain = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
    return plain.encode("utf-8", "backslashreplace").decode("utf-8")


def show_logged_warnings() -> None:
    """What this package logs as a warning appears on stderr as ``warning: ...``, like every other one."""
    import logging

    class OnStderr(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            tell(f"{record.levelname.lower()}: {record.getMessage()}")

    ours = logging.getLogger("cairn_nb")
    if not ours.handlers:
        ours.addHandler(OnStderr(logging.WARNING))


def table(rows: Sequence[tuple[str, str]]) -> None:
    """Two aligned columns on stdout."""
    width = max((len(name) for name, _ in rows), default=0)
    for name, value in rows:
        say(f"{name:<{width}}  {value}")


def columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table with a heading on stdout, every column as wide as it needs."""
    lines = [tuple(head), *map(tuple, rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(head))]
    for line in lines:
        say("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip())


def number(value: float | int | None, digits: int = 3, *, missing: str = "n/a") -> str:
    """A number for a person; ``n/a`` where nothing was measured."""
    return missing if value is None else f"{value:.{digits}f}" if isinstance(value, float) else str(value)

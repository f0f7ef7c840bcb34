"""A chunker's own parameters: their names, types and ranges."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from cairn_nb.errors import ConfigError

DEFAULTS: dict[str, dict[str, int]] = {
    "fixed": {"size": 800, "overlap": 120},
    "sentence_window": {"window": 6, "overlap": 2},
    "structure": {"window": 6, "overlap": 2},
}


def checked_params(chunker: str, params: Mapping[str, Any], max_chunk_chars: int) -> dict[str, int]:
    """The parameters with defaults filled in.

    Raises
    ------
    ConfigError
        If the chunker or a parameter is unknown, mistyped or out of range; the nearest name is given.
    """
    if chunker not in DEFAULTS:
        raise ConfigError(
            f"there is no chunker {chunker!r}", key="ingest.chunker.name", hint=_nearest(chunker, DEFAULTS)
        )
    defaults = DEFAULTS[chunker]
    for name, value in params.items():
        if name not in defaults:
            hint = _nearest(name, defaults)
            raise ConfigError(f"the chunker {chunker} has no parameter {name!r}", key=_key(name), hint=hint)
        if isinstance(value, bool) or not isinstance(value, int):
            raise ConfigError(f"must be a whole number, not {value!r}", key=_key(name))
    filled = {**defaults, **params}
    _check_ranges(filled, max_chunk_chars)
    return filled


def _check_ranges(params: Mapping[str, int], max_chunk_chars: int) -> None:
    name = "size" if "size" in params else "window"
    length, overlap = params[name], params["overlap"]
    if length < 1:
        raise ConfigError(f"must be at least 1, not {length}", key=_key(name))
    if not 0 <= overlap < length:
        raise ConfigError(f"must be at least 0 and less than {name} ({length}), not {overlap}", key=_key("overlap"))
    if name == "size" and length > max_chunk_chars:
        raise ConfigError(
            f"{length} is more than ingest.max_chunk_chars ({max_chunk_chars})",
            key=_key("size"),
            hint="make size smaller, or max_chunk_chars larger",
        )


def _key(name: str) -> str:
    return f"ingest.chunker.params.{name}"


def _nearest(name: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(name, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(sorted(known))}"

"""Read a server's JSON so that every text in it can be written again."""

from __future__ import annotations

import json
import re
from typing import Any

HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")


def loads_whole(data: bytes) -> Any:
    """The value of some JSON; half a surrogate pair, which is no character, becomes U+FFFD.

    Models that are cut off in the middle of an emoji send one.

    Raises
    ------
    ValueError
        If it is not JSON.
    RecursionError
        If it is nested too deeply.
    """
    value = json.loads(data)
    return _whole(value) if HALF_PAIR.search(data) else value


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [_whole(part) for part in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(part) for key, part in value.items()}
    return value

"""The packed data of an explorer: gzip over JSON with a fixed time stamp, so equal reports give equal bytes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cairn_nb.explorer.tables.table import Table
from cairn_nb.records import Record

BLOCK = 250
LEVEL = 6


class Payload(Record):
    """`index` is the view; `details` and `chunks` are opened block by block.

    `fallback` is what a page shows where scripts are switched off.
    """

    index: bytes
    details: tuple[bytes, ...]
    chunks: tuple[bytes, ...]
    block: int = BLOCK
    fallback: tuple[Table, ...] = ()

    @property
    def embedded_mb(self) -> float:
        """How much a page grows by it, in megabytes of base64."""
        size = len(self.index) + sum(map(len, self.details)) + sum(map(len, self.chunks))
        return size * 4 / 3 / 1e6


def compressed(data: Any) -> bytes:
    """One value as gzipped JSON.

    Raises
    ------
    ValueError
        If a number in it is not finite.
    """
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return gzip.compress(text.encode("ascii"), LEVEL, mtime=0)


def blocks(items: Sequence[Any]) -> tuple[bytes, ...]:
    """Values in blocks, compressed on every core: zlib does not hold the interpreter."""
    parts = [items[start : start + BLOCK] for start in range(0, len(items), BLOCK)]
    with ThreadPoolExecutor() as pool:
        return tuple(pool.map(compressed, parts))

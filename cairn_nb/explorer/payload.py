"""The packed data of an explorer: gzip over JSON with a fixed time stamp, so equal reports give equal bytes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any

from cairn_nb.explorer.packing.folded import folded
from cairn_nb.explorer.tables.table import Table
from cairn_nb.records import Record

BLOCK = 250
LEVEL = 6


class Payload(Record):
    """`index` is the view; `texts` are cells of later rows; `details` and `chunks` are opened block by block.

    `fallback` is what a page shows where scripts are switched off.
    """

    index: bytes
    texts: tuple[bytes, ...] = ()
    details: tuple[bytes, ...]
    chunks: tuple[bytes, ...]
    block: int = BLOCK
    fallback: tuple[Table, ...] = ()

    @property
    def embedded_mb(self) -> float:
        """How much a page grows by it, in megabytes of base64."""
        size = sum(map(len, (self.index, *self.texts, *self.details, *self.chunks)))
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


def blocks(items: Iterable[Any]) -> tuple[bytes, ...]:
    """Values folded in blocks, one made while others are compressed: zlib does not hold the interpreter."""
    rest = iter(items)
    parts = iter(lambda: list(islice(rest, BLOCK)), [])
    with ThreadPoolExecutor() as pool:
        return tuple(pool.map(compressed, (folded(part) for part in parts)))

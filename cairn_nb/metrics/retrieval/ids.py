"""Document ids of a column, compared by a number for each: equal where ids are, and nearly always different elsewhere.

Telling ten million ids apart by hashing each into a table takes most of the time of measuring a run. Who uses the
numbers checks what they say.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cairn_nb.metrics.retrieval import columns

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

Ints: TypeAlias = NDArray[np.int64]
Prints: TypeAlias = NDArray[np.uint64]

# Odd, so that multiplying loses nothing; its bits look random.
_ODD = np.uint64(0x9E3779B97F4A7C15)
_WORD = 8
_LITTLE = sys.byteorder == "little"


class Ids(Protocol):
    """A column of ids; both of two whose numbers are compared are held in one way."""

    def prints(self, rows: slice) -> Prints:
        """The numbers of some consecutive rows; InputError where an id is missing or no id."""

    def text(self, rows: slice | Ints) -> list[str]:
        """The ids of some rows."""

    def like(self, names: Sequence[str]) -> Self:
        """Other ids, held as these are."""

    def equal(self, rows: Ints, other: Self, other_rows: Ints) -> bool:
        """Whether the ids of these rows are those of the other's, one by one."""


def ids(column: pd.Series) -> Ids:
    """A column of text or whole numbers.

    Raises
    ------
    InputError
        If a column that is known to be of text lacks an id.
    """
    import pandas as pd

    if isinstance(column.dtype, pd.StringDtype) and column.dtype.storage == "pyarrow":
        columns.require_present(column)
        return ArrowIds.of(column)
    return ObjectIds(column)


class ObjectIds:
    """Ids as Python's objects."""

    def __init__(self, column: pd.Series) -> None:
        self.column = column

    def prints(self, rows: slice) -> Prints:
        """Python's own hashes, which an object of text may know already."""
        names = self.text(rows)
        return np.fromiter(map(hash, names), dtype=np.int64, count=len(names)).view(np.uint64)

    def text(self, rows: slice | Ints) -> list[str]:
        """Text as it is, whole numbers written out."""
        return columns.text(self.column.iloc[rows])

    def like(self, names: Sequence[str]) -> ObjectIds:
        """A column of objects."""
        import pandas as pd

        return ObjectIds(pd.Series(names, dtype=object))

    def equal(self, rows: Ints, other: ObjectIds, other_rows: Ints) -> bool:
        """By Python's comparison."""
        return self.text(rows) == other.text(other_rows)


class ArrowIds:
    """Ids as Arrow holds them, their bytes one after the other: no object is made of them."""

    def __init__(self, held: pa.LargeStringArray) -> None:
        _, offsets, text = held.buffers()
        self.held = held
        self.edges = np.frombuffer(offsets, dtype=np.int64)[held.offset : held.offset + len(held) + 1]
        self.bytes = np.frombuffer(text or b"", dtype=np.uint8)

    @classmethod
    def of(cls, values: pd.Series | Sequence[str]) -> ArrowIds:
        """Text that pandas or a list holds; where Arrow holds it already, nothing is copied."""
        import pyarrow as pa

        held = pa.array(values, type=pa.large_string())
        return cls(held.combine_chunks() if isinstance(held, pa.ChunkedArray) else held)

    def prints(self, rows: slice) -> Prints:
        """From eight bytes of every id at a time."""
        start, end, _ = rows.indices(len(self.held))
        edges = self.edges[start : end + 1]
        return _prints(self.bytes[edges[0] : edges[-1]], edges - edges[0])

    def text(self, rows: slice | Ints) -> list[str]:
        """A Python object an id."""
        found: list[str] = (self.held[rows] if isinstance(rows, slice) else self.held.take(rows)).to_pylist()
        return found

    def like(self, names: Sequence[str]) -> ArrowIds:
        """Another array of Arrow."""
        return ArrowIds.of(names)

    def equal(self, rows: Ints, other: ArrowIds, other_rows: Ints) -> bool:
        """By Arrow's comparison of whole arrays."""
        return bool(self.held.take(rows).equals(other.held.take(other_rows)))


def _prints(text: NDArray[np.uint8], edges: Ints) -> Prints:
    """From the length, every whole word of eight bytes before the last byte, and the last eight bytes."""
    begins, sizes = edges[:-1], np.diff(edges)
    # A word before the text, so that the last eight bytes of a short id can be read, with others before them.
    padded = np.concatenate([np.zeros(_WORD, dtype=np.uint8), text])
    words: Prints = np.ndarray(len(text) + 1, dtype=np.uint64, buffer=padded, strides=(1,))
    # A length is spread over all bits, lest a letter more and another letter cancel each other.
    prints = _mixed(sizes.astype(np.uint64) * _ODD, _last_words(words, edges[1:], sizes))
    shortest, longest = int(sizes.min(initial=_WORD)), int(sizes.max(initial=0))
    for start in range(0, longest - _WORD, _WORD):
        if shortest > start + _WORD:
            prints = _mixed(prints, words[begins + (start + _WORD)])
        else:
            longer = np.flatnonzero(sizes > start + _WORD)
            prints[longer] = _mixed(prints[longer], words[begins[longer] + (start + _WORD)])
    return prints


def _last_words(words: Prints, ends: Ints, sizes: Ints) -> Prints:
    last = words[ends]
    if sizes.min(initial=_WORD) < _WORD:
        lacking = np.maximum(_WORD - sizes, 0) * _WORD
        last = last >> lacking.astype(np.uint64) if _LITTLE else last << lacking.astype(np.uint64)
    return last


def _mixed(prints: Prints, word: Prints) -> Prints:
    mixed = (prints ^ word) * _ODD
    mixed ^= mixed >> np.uint64(32)
    return mixed

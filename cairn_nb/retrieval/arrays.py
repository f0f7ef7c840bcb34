"""Arrays on disk in numpy's own format, without anything that could run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import StoredIndexError


def save_array(path: Path, array: NDArray[Any]) -> None:
    """Write one array; its order in memory is kept."""
    with path.open("wb") as stream:
        np.save(stream, array, allow_pickle=False)


def load_array(path: Path) -> NDArray[Any]:
    """One array, read from disk as it is used.

    Raises
    ------
    StoredIndexError
        If it is missing, cut off or not an array.
    """
    try:
        return np.asarray(np.load(path, mmap_mode="r", allow_pickle=False))
    except (OSError, ValueError, EOFError) as error:
        raise StoredIndexError(f"not a readable array: {error}", path=path, hint="run `cairn ingest`") from error

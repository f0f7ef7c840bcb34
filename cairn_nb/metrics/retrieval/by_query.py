"""A table whose rows stand query after query, as rankings and judgements are mostly written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cairn_nb.metrics.retrieval import columns

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ByQuery:
    """The rows of ``queries[i]`` are ``sizes[i]`` rows of the table from ``starts[i]``; no query is there twice."""

    frame: pd.DataFrame
    queries: list[str]
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]


def by_query(frame: pd.DataFrame) -> ByQuery:
    """A table (query_id, …) by query, in the order of first mention; scattered rows are brought together first.

    Raises
    ------
    InputError
        If a query's id is missing, or is neither text nor a whole number.
    """
    found = _stretches(frame)
    if len(set(found.queries)) == len(found.queries):
        return found
    codes = frame.groupby("query_id", sort=False).ngroup().to_numpy()
    return _stretches(frame.iloc[np.argsort(codes, kind="stable")])


def _stretches(frame: pd.DataFrame) -> ByQuery:
    columns.require_present(frame["query_id"])
    ids = frame["query_id"].array
    changes = np.asarray(ids[1:] != ids[:-1], dtype=bool) if len(ids) else np.empty(0, dtype=bool)
    starts = np.concatenate([np.zeros(min(len(ids), 1), dtype=np.int64), np.flatnonzero(changes) + 1])
    sizes = np.diff(starts, append=len(ids))
    return ByQuery(frame, columns.text(frame["query_id"].iloc[starts]), starts, sizes)

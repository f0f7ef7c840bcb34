"""Graded documents by query, from a DataFrame or from dicts, in one flat form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress, islice
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import InputError
from cairn_nb.metrics.retrieval import columns
from cairn_nb.metrics.retrieval.by_query import by_query
from cairn_nb.metrics.retrieval.ids import ids
from cairn_nb.metrics.retrieval.meeting import surely_distinct

if TYPE_CHECKING:
    import pandas as pd

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Qrels: TypeAlias = "pd.DataFrame | Mapping[str, Mapping[str, float]]"

# 2 ** grade is finite in a double up to here.
HIGHEST_GRADE = 1023


@dataclass(frozen=True)
class Judgements:
    """What is relevant to each query, and how much; who was judged and is not relevant plays no part in any measure.

    `documents` and `grades` hold query after query; those of ``queries[i]`` are at ``starts[i]:starts[i + 1]``.
    Every grade is above 0.
    """

    queries: Sequence[str]
    starts: Ints
    documents: Sequence[str]
    grades: Floats

    @cached_property
    def n_relevant(self) -> Ints:
        """How many relevant documents each query has."""
        return np.diff(self.starts)

    @cached_property
    def rows(self) -> Ints:
        """The query of each document, as its place in `queries`."""
        return np.repeat(np.arange(len(self.queries)), self.n_relevant)


def judgements(qrels: Qrels) -> Judgements:
    """The relevant documents of a DataFrame (query_id, doc_id, relevance) or of ``{query: {document: grade}}``.

    Raises
    ------
    InputError
        If a column is missing, an id or a grade cannot be used, or a document is judged twice for one query.
    """
    return _from_mapping(qrels) if isinstance(qrels, Mapping) else _from_frame(qrels)


def _from_mapping(qrels: Mapping[str, Mapping[str, float]]) -> Judgements:
    queries = list(qrels)
    columns.require_mappings(qrels, "qrels", "write {query: {document: grade}}")
    columns.require_text(queries[: columns.SAMPLED], "the query ids of qrels")
    columns.require_text(chain.from_iterable(islice(qrels.values(), columns.SAMPLED)), "the document ids of qrels")
    sizes = np.fromiter(map(len, qrels.values()), dtype=np.int64, count=len(queries))
    grades = columns.numbers(chain.from_iterable(judged.values() for judged in qrels.values()), "relevance")
    return _relevant(queries, sizes, chain.from_iterable(qrels.values()), grades)


def _from_frame(qrels: pd.DataFrame) -> Judgements:
    columns.require(qrels, ("query_id", "doc_id", "relevance"), "qrels")
    table = by_query(qrels)
    documents = columns.text(table.frame["doc_id"])
    of_query = np.repeat(np.arange(len(table.sizes)), table.sizes)
    if not surely_distinct(ids(table.frame["doc_id"]).prints(slice(None)), of_query):
        _refuse_twice(table.queries, table.sizes, documents)
    return _relevant(table.queries, table.sizes, documents, columns.floats(table.frame["relevance"]))


def _relevant(queries: Sequence[str], sizes: Ints, documents: Iterable[str], grades: Floats) -> Judgements:
    if len(grades) and not grades.max() <= HIGHEST_GRADE:
        raise InputError(f"a relevance of {grades.max():g}", hint=f"a grade is a number up to {HIGHEST_GRADE}")
    relevant = grades > 0
    relevant_before = np.append(0, np.cumsum(relevant))
    starts = relevant_before[np.append(0, np.cumsum(sizes))]
    return Judgements(queries, starts, list(compress(documents, relevant.tolist())), grades[relevant])


def _refuse_twice(queries: Sequence[str], sizes: Ints, documents: Sequence[str]) -> None:
    start = 0
    for query, size in zip(queries, sizes.tolist(), strict=True):
        judged = documents[start : start + size]
        if len(set(judged)) < size:
            columns.require_distinct(judged, f"qrels, query {query!r}")
        start += size

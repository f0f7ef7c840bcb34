"""BM25 over sparse columns: a query adds up the columns of its terms.

Weights are those of Okapi BM25 (Robertson et al., "Okapi at TREC-3", 1994) with k1 1.5 and b 0.75, and the
idf that Lucene uses, ``ln(1 + (N - n + 0.5) / (n + 0.5))``, which is positive for every term, so that a
term in half of the chunks, or in the only chunk, still counts.

A column holds the rows that have a term and their weights; on disk three arrays and the list of terms,
nothing that could run.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import StoredIndexError
from cairn_nb.files.strict_json import read
from cairn_nb.retrieval.arrays import load_array, save_array
from cairn_nb.retrieval.ordering import QUANTUM, Rankings, Rows, Scores, best, strongest
from cairn_nb.text.tokens import search_terms

K1 = 1.5
B = 0.75
FILES = ("lexical/terms.json", "lexical/starts.npy", "lexical/rows.npy", "lexical/weights.npy")


class _Vocabulary(dict[str, int]):
    """Terms numbered as they are first met."""

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self)
        return number


class LexicalIndex:
    """Columns of BM25 weights.

    Parameters
    ----------
    terms
        The number of each term.
    starts
        int64, shape (terms + 1): where each term's column begins in the other two.
    rows
        int32: the chunk rows of all columns, ascending within each.
    weights
        float32: what the term adds to that row's score.
    n_rows
        Chunks in the table.
    """

    def __init__(
        self,
        terms: dict[str, int],
        starts: NDArray[np.int64],
        rows: NDArray[np.int32],
        weights: NDArray[np.float32],
        *,
        n_rows: int,
    ) -> None:
        self.terms, self.starts, self.rows, self.weights, self.n_rows = terms, starts, rows, weights, n_rows

    @classmethod
    def build(cls, texts: Iterable[str]) -> LexicalIndex:
        """The index of some chunks' texts, row by row."""
        vocabulary = _Vocabulary()
        numbered = [np.fromiter(map(vocabulary.__getitem__, search_terms(text)), dtype=np.int64) for text in texts]
        lengths = np.array([len(row) for row in numbered], dtype=np.int64)
        n_rows = len(numbered)
        cells = np.fromiter(chain.from_iterable(numbered), dtype=np.int64, count=int(lengths.sum())) * n_rows
        cells += np.repeat(np.arange(n_rows), lengths)
        cells, counts = np.unique(cells, return_counts=True)
        numbers, rows = np.divmod(cells, max(n_rows, 1))
        starts = np.searchsorted(numbers, np.arange(len(vocabulary) + 1))
        weights = _weights(np.diff(starts)[numbers], counts, lengths[rows], _mean(lengths), n_rows)
        return cls(dict(vocabulary), starts, rows.astype(np.int32), weights.astype(np.float32), n_rows=n_rows)

    def scores(self, questions: Sequence[str]) -> Scores:
        """Every row's BM25 score for each question, shape (questions, rows); a repeated term counts as often."""
        return np.stack([self._scores(question) for question in questions])

    def _scores(self, question: str) -> Scores:
        columns = [
            (slice(self.starts[number], self.starts[number + 1]), times)
            for term, times in Counter(search_terms(question)).items()
            if (number := self.terms.get(term)) is not None
        ]
        if not columns:
            return np.zeros(self.n_rows)
        rows = np.concatenate([self.rows[column] for column, _ in columns])
        weights = np.concatenate(
            [
                self.weights[column] if times == 1 else self.weights[column] * np.float64(times)
                for column, times in columns
            ]
        )
        return np.bincount(rows, weights, self.n_rows).astype(np.float64, copy=False)

    def _weighed(self, column: slice, times: int) -> NDArray[np.floating]:
        return self.weights[column] if times == 1 else self.weights[column] * np.float64(times)

    def search(self, scores: Scores, n: int, ties: Rows) -> Rankings:
        """The `n` best rows of each question's `scores`; those that share nothing with it are never among them."""
        queries, rows = strongest(scores, n, margin=2 * QUANTUM)
        values = scores[queries, rows]
        shared = values > 0
        ranked = best(queries[shared], rows[shared], values[shared], n, n_queries=len(scores), ties=ties)
        return ranked.where(ranked.scores > 0)

    def save(self, folder: Path) -> None:
        """Write the files of `FILES` under a folder."""
        (folder / "lexical").mkdir(parents=True, exist_ok=True)
        terms = json.dumps(list(self.terms), ensure_ascii=False)
        (folder / FILES[0]).write_text(terms, encoding="utf-8")
        save_array(folder / FILES[1], self.starts)
        save_array(folder / FILES[2], self.rows)
        save_array(folder / FILES[3], self.weights)

    @classmethod
    def load(cls, folder: Path, *, n_rows: int) -> LexicalIndex:
        """Read what `save` wrote; the arrays stay on disk until they are used.

        Raises
        ------
        StoredIndexError
            If a file is missing or damaged.
        """
        terms: Any = read(folder / FILES[0], error=StoredIndexError)
        starts, rows, weights = (load_array(folder / name) for name in FILES[1:])
        return cls({term: number for number, term in enumerate(terms)}, starts, rows, weights, n_rows=n_rows)


def _mean(lengths: NDArray[np.int64]) -> float:
    return float(lengths.mean()) if lengths.any() else 1.0


def _weights(
    containing: NDArray[np.int64],
    counts: NDArray[np.int64],
    lengths: NDArray[np.int64],
    mean_length: float,
    n_rows: int,
) -> Scores:
    """What each (term, row) adds: idf times the damped count, relative to the row's length in terms."""
    idf = np.log1p((n_rows - containing + 0.5) / (containing + 0.5))
    damping = K1 * (1 - B + B * lengths / mean_length)
    weights: Scores = idf * counts * (K1 + 1) / (counts + damping)
    return weights

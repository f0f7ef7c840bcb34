"""Rankings against graded judgements: a row a query, a column a measure and cutoff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.metrics.retrieval import framed, mapped
from cairn_nb.metrics.retrieval.block import Block
from cairn_nb.metrics.retrieval.judgements import Ints, Judgements, Qrels, judgements
from cairn_nb.metrics.retrieval.measures import Hits, at_cutoffs, names
from cairn_nb.metrics.retrieval.order import ranks

if TYPE_CHECKING:
    import pandas as pd

Run: TypeAlias = "pd.DataFrame | Mapping[str, Mapping[str, float]]"

CUTOFFS = (1, 3, 5, 10)
SCORED = "scored"
MISSING_FROM_RUN = "missing_from_run"
UNLABELLED = "unlabelled"
RETRIEVES_NOTHING = "retrieves_nothing"


def evaluate(qrels: Qrels, run: Run | None, k: Sequence[int] = CUTOFFS) -> pd.DataFrame:
    """Recall, precision, hit, MRR and nDCG of a run at each `k`, a row a query.

    Parameters
    ----------
    qrels
        A DataFrame (query_id, doc_id, relevance) or ``{query: {document: grade}}``. A grade above 0 is relevant.
    run
        A DataFrame (query_id, doc_id, score) or ``{query: {document: score}}``, a document once a query. Higher
        scores rank first; scores are compared in single precision, equal ones go by descending document id, as in
        trec_eval, whatever the order of the input. None for a system that retrieves nothing.
    k
        Cutoffs, whole numbers from 1.

    Returns
    -------
    pandas.DataFrame
        Index ``query_id`` (text): the queries of `qrels` in their order, then those that only the run has. Columns
        ``status``, ``n_relevant``, ``n_retrieved``, then ``recall@k``, ``precision@k``, ``hit@k``, ``mrr@k``,
        ``ndcg@k`` (gain ``2 ** grade - 1``) and ``ndcg_linear@k`` (gain the grade, as in trec_eval), shares of 0 to 1.
        ``status`` is ``scored``; ``missing_from_run``, where every value is 0; ``unlabelled``, no relevant document,
        or ``retrieves_nothing``, where every value is missing.

    Raises
    ------
    InputError
        If a column is missing, an id, score or grade cannot be used, a document is there twice, or `k` is not
        made of whole numbers from 1.
    """
    cutoffs = _checked(k)
    judged = judgements(qrels)
    if run is None:
        return _retrieving_nothing(judged, cutoffs)
    if isinstance(run, Mapping):
        found = mapped.rankings(judged, run)
        return _table(judged, mapped.blocks(judged, found), found.unjudged, cutoffs)
    grouped = framed.rankings(run)
    return _table(judged, framed.blocks(judged, grouped), framed.unjudged(judged, grouped), cutoffs)


def _checked(k: Sequence[int]) -> tuple[int, ...]:
    if isinstance(k, str) or not isinstance(k, Sequence) or not k:
        raise InputError(f"k is {k!r}", hint="give cutoffs as in k=(1, 3, 5, 10)")
    if bad := [value for value in k if isinstance(value, bool) or not isinstance(value, int) or value < 1]:
        raise InputError(f"k holds {bad[0]!r}", hint="a cutoff is a whole number from 1")
    return tuple(dict.fromkeys(k))


def _table(
    judged: Judgements, blocks: Iterable[Block], more: Mapping[str, int], cutoffs: Sequence[int]
) -> pd.DataFrame:
    import pandas as pd

    hits, retrieved = _hits(judged, blocks)
    measured = at_cutoffs(judged, hits, cutoffs)
    status = np.where(retrieved < 0, MISSING_FROM_RUN, SCORED).astype(object)
    status[judged.n_relevant == 0] = UNLABELLED
    counts = {
        "status": [*status, *[UNLABELLED] * len(more)],
        "n_relevant": [*judged.n_relevant.tolist(), *[0] * len(more)],
        "n_retrieved": [*np.maximum(retrieved, 0).tolist(), *more.values()],
    }
    blank = np.full(len(more), np.nan)
    index = _index([*judged.queries, *more])
    return pd.DataFrame(
        counts | {name: np.concatenate([values, blank]) for name, values in measured.items()}, index=index
    )


def _hits(judged: Judgements, blocks: Iterable[Block]) -> tuple[Hits, Ints]:
    """The relevant documents found with their ranks, and how many documents each query's ranking has; -1 for none."""
    retrieved = np.full(len(judged.queries), -1, dtype=np.int64)
    places, found = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
    for block in blocks:
        known = block.rows >= 0
        retrieved[block.rows[known]] = block.sizes[known]
        places.append(block.judged)
        found.append(ranks(block, judged))
    return Hits(np.concatenate(places), np.concatenate(found)), retrieved


def _retrieving_nothing(judged: Judgements, cutoffs: Sequence[int]) -> pd.DataFrame:
    import pandas as pd

    blank = dict.fromkeys(names(cutoffs), np.nan)
    counts = {"status": RETRIEVES_NOTHING, "n_relevant": judged.n_relevant, "n_retrieved": 0}
    return pd.DataFrame(counts | blank, index=_index(judged.queries))


def _index(queries: Sequence[str]) -> pd.Index[str]:
    import pandas as pd

    return pd.Index(list(queries), name="query_id", dtype="str")

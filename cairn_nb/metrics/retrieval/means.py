"""What a table of `evaluate` says over all queries: means over those that have a value, and how many those are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cairn_nb.metrics.retrieval.evaluation import MISSING_FROM_RUN, SCORED, UNLABELLED

if TYPE_CHECKING:
    import pandas as pd

PRIMARY_K = 5


@dataclass(frozen=True)
class Summary:
    """Means by column, None where no query has a value, over `n` queries.

    `n_missing_from_run` of the `n` are not in the run and count as 0; `n_unlabelled` more have no relevant document
    and count nowhere.
    """

    means: dict[str, float | None]
    n: int
    n_missing_from_run: int
    n_unlabelled: int


def summary(table: pd.DataFrame) -> Summary:
    """Means and counts of what `evaluate` returned."""
    status = table["status"]
    measured = table.loc[status.isin([SCORED, MISSING_FROM_RUN])]
    names = [name for name in table.columns if "@" in name]
    return Summary(
        means={name: float(measured[name].mean()) if len(measured) else None for name in names},
        n=len(measured),
        n_missing_from_run=int((status == MISSING_FROM_RUN).sum()),
        n_unlabelled=int((status == UNLABELLED).sum()),
    )


def headline(k: Sequence[int], primary_k: int = PRIMARY_K) -> tuple[str, str, str]:
    """The columns a leaderboard shows: recall at `primary_k`, MRR and nDCG at the deepest cutoff.

    Parameters
    ----------
    k
        The cutoffs that were measured, `primary_k` among them.
    """
    return (f"recall@{primary_k}", f"mrr@{max(k)}", f"ndcg@{max(k)}")

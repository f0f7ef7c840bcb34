"""How much of a question's evidence the generator saw, and whether the ranking held it, from a row alone."""

from __future__ import annotations

from cairn_nb.metrics.documents import hit, is_ranked, is_told
from cairn_nb.metrics.retrieval.context import context_recall
from cairn_nb.metrics.retrieval.means import PRIMARY_K
from cairn_nb.records import CaseRow, Outcome


def evidence_seen(row: CaseRow, primary_k: int = PRIMARY_K) -> float | None:
    """The share of the evidence that the generator saw.

    That is context recall; where it was not measured, as of a ranking without answers, Hit@`primary_k`; of an earlier
    report's row whether the supporting chunk was among the first `primary_k`. None for an unlabelled question and for
    a system that retrieves nothing.
    """
    relevant = row.relevant_documents
    if not relevant:
        return _support_seen(row, primary_k)
    if is_told(row) and not is_ranking(row):
        return context_recall(row.given_documents, relevant)
    return hit(row.ranked_documents, relevant, primary_k) if is_ranked(row) else None


def is_ranking(row: CaseRow) -> bool:
    """Whether the row is a ranking alone, of which no answer was asked."""
    return row.outcomes.get("status") is Outcome.NOT_APPLICABLE


def _support_seen(row: CaseRow, primary_k: int) -> float | None:
    rank = row.retrieved_support_rank
    if rank is not None:
        return float(rank <= primary_k)
    return 0.0 if row.support_located else None


def evidence_ranked(row: CaseRow) -> bool:
    """Whether any of the evidence is in the ranking, however deep."""
    if not row.relevant_documents:
        return row.retrieved_support_rank is not None
    return bool(hit(row.ranked_documents, row.relevant_documents, len(row.ranked_documents)))

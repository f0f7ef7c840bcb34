"""Retrieval: rankings against graded judgements, chunks against quotes, and one case by its supporting chunk's rank."""

from cairn_nb.metrics.retrieval.context import context_precision, context_recall
from cairn_nb.metrics.retrieval.evaluation import evaluate
from cairn_nb.metrics.retrieval.evidence import Chunk, evidence_ranks, evidence_recall
from cairn_nb.metrics.retrieval.means import Summary, headline, summary
from cairn_nb.metrics.retrieval.rankings import as_run, collapse, collapse_run, external_run, fuse_calls
from cairn_nb.metrics.retrieval.ranks import ndcg_at, recall_at, reciprocal_rank
from cairn_nb.metrics.retrieval.supports import all_of, any_of, groups_found, groups_rank

__all__ = [
    "Chunk",
    "Summary",
    "all_of",
    "any_of",
    "as_run",
    "collapse",
    "collapse_run",
    "context_precision",
    "context_recall",
    "evaluate",
    "evidence_ranks",
    "evidence_recall",
    "external_run",
    "fuse_calls",
    "groups_found",
    "groups_rank",
    "headline",
    "ndcg_at",
    "recall_at",
    "reciprocal_rank",
    "summary",
]

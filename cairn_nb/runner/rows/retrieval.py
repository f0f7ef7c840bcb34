"""What was retrieved, by chunks and by documents, as a part of a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.corpus.locate import support_rank
from cairn_nb.metrics.documents import GIVEN, RANKED
from cairn_nb.metrics.retrieval import Chunk, collapse, evidence_ranks
from cairn_nb.records.answer import Answer
from cairn_nb.records.golden import Case, SupportLocation
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.runner.failures import outcome_of
from cairn_nb.runner.rows.part import RowPart
from cairn_nb.runner.rows.relevance import Relevance

DOCUMENTS = (RANKED, GIVEN)


def chunks_part(case: Case, answer: Answer, locations: Sequence[SupportLocation]) -> RowPart:
    """The ranking of chunks, and where the located supports stand in it."""
    retrieved = tuple(passage.chunk_id for passage in answer.passages)
    located = any(location.groups for location in locations)
    ranks = support_rank(locations, retrieved)
    best = min((rank for rank in ranks if rank is not None), default=None)
    if answer.status is Status.ERROR and not retrieved:
        outcome = outcome_of(answer.error_kind or "")
    else:
        outcome = Outcome.SCORED if located else Outcome.NOT_APPLICABLE
    values = {
        "retrieved_ids": retrieved,
        "support_ranks": ranks,
        "retrieved_support_rank": best,
        "support_located": located if case.answerable and case.support else None,
    }
    return RowPart(values, {"retrieved_support_rank": outcome})


def documents_part(answer: Answer, relevance: Relevance) -> RowPart:
    """The ranking of documents beside the relevant ones, and the ranks of the quotes.

    Where documents cannot be compared there is neither: an empty ranking would read as a miss.
    """
    values: dict[str, Any] = {"relevant_documents": dict(relevance.relevant)}
    if not relevance.comparable:
        return RowPart(values, dict.fromkeys(DOCUMENTS, Outcome.NOT_APPLICABLE))
    names = [relevance.document_of(passage) for passage in answer.passages]
    values["ranked_documents"] = tuple(collapse(names, lambda name: name))
    values["given_documents"] = tuple(
        name for name, passage in zip(names, answer.passages, strict=True) if passage.shown
    )
    if answer.status is Status.ERROR:
        return RowPart(values, dict.fromkeys(DOCUMENTS, outcome_of(answer.error_kind or "")))
    if relevance.evidence:
        chunks = [Chunk(name, passage.text) for name, passage in zip(names, answer.passages, strict=True)]
        values["evidence_ranks"] = evidence_ranks(relevance.evidence, chunks)
    return RowPart(values, dict.fromkeys(DOCUMENTS, Outcome.SCORED if relevance.relevant else Outcome.NOT_APPLICABLE))

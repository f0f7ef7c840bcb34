"""A finished piece as one row of the report: every measurement is a value or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.decisions.failures.types import failure_type
from cairn_nb.golden.clusters import cluster_id
from cairn_nb.metrics.retrieval.means import PRIMARY_K
from cairn_nb.records.answer import Answer, Step
from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.golden import Case, SupportLocation
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.runner.failures import outcome_of
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.rows.answer import axes_part, citations_part, grade_part, keywords_part, text_part
from cairn_nb.runner.rows.claims import claims_part, refusal_part
from cairn_nb.runner.rows.part import DECIMALS, is_refused, not_given
from cairn_nb.runner.rows.relevance import Relevance
from cairn_nb.runner.rows.retrieval import chunks_part, documents_part

MS_DECIMALS = 3


def case_row(case: Case, finished: Finished, locations: Sequence[SupportLocation], relevance: Relevance) -> CaseRow:
    """The row of one case, without its failure type.

    Parameters
    ----------
    case
        The golden case.
    finished
        Its answer and grades.
    locations
        Where each of its support quotes stands in the chunk store.
    relevance
        Which documents are relevant to it.
    """
    answer = finished.answer
    refused = is_refused(answer, finished.refusal)
    reason = not_given(answer, refused=refused)
    parts = (
        chunks_part(case, answer, locations),
        documents_part(answer, relevance),
        text_part(case, answer, reason),
        keywords_part(case, answer, reason),
        grade_part(case, finished.verdict, reason),
        citations_part(answer, reason),
        axes_part(case, answer, finished.axes, reason, refused=refused),
        refusal_part(finished.refusal),
        claims_part(finished.claim_check, reason),
    )
    values: dict[str, Any] = {**_identity(case, finished), **_effort(finished), "refused": refused}
    outcomes = _failed(answer)
    for part in parts:
        values.update(part.values)
        outcomes.update(part.outcomes)
    return CaseRow(**values, outcomes=outcomes)


def with_failure_type(row: CaseRow, primary_k: int = PRIMARY_K) -> CaseRow:
    """The row with its failure type, which looks at all of its other fields."""
    return row.model_copy(update={"failure_type": failure_type(row, primary_k=primary_k)})


def _identity(case: Case, finished: Finished) -> dict[str, Any]:
    answer = finished.answer
    return {
        "case_id": case.id,
        "answerable": case.answerable,
        "status": answer.status,
        "confidence": None if answer.confidence is None else round(answer.confidence, DECIMALS),
        "answer_text": answer.text,
        "trial": finished.trial,
        "question": case.question,
        "expected_answer": case.expected_answer,
        "category": case.category,
        "answer_type": case.answer_type,
        "tags": case.tags,
        "cluster_id": cluster_id(case),
        "claims": answer.claims,
        "signals": answer.signals,
        "model": answer.model,
        "error": answer.error,
        "error_kind": answer.error_kind,
    }


def _failed(answer: Answer) -> dict[str, Outcome]:
    if answer.status is not Status.ERROR:
        return {}
    return dict.fromkeys(("status", "latency_ms"), outcome_of(answer.error_kind or ""))


def _effort(finished: Finished) -> dict[str, Any]:
    answer, judged = finished.answer, finished.judge_steps
    steps = (*answer.steps, *judged)
    return {
        "latency_ms": round(answer.latency_ms, MS_DECIMALS),
        "cost_usd": answer.cost_usd,
        "tokens": sum(step.usage.total_tokens for step in answer.steps),
        "judge_cost_usd": _total_usd(judged),
        "prefix_hash": next((step.prefix_hash for step in answer.steps if step.prefix_hash), None),
        "latency_by_stage_ms": _latency_by_stage(steps),
        "cost_by_stage_usd": _cost_by_stage(steps),
    }


def _total_usd(steps: Sequence[Step]) -> float | None:
    costs = [step.cost_usd for step in steps]
    return None if None in costs else sum((cost for cost in costs if cost is not None), 0.0)


def _latency_by_stage(steps: Sequence[Step]) -> dict[str, float]:
    total: dict[str, float] = {}
    for step in steps:
        total[step.stage] = total.get(step.stage, 0.0) + step.latency_ms
    return {stage: round(value, MS_DECIMALS) for stage, value in total.items()}


def _cost_by_stage(steps: Sequence[Step]) -> dict[str, float | None]:
    total: dict[str, float | None] = {}
    for step in steps:
        before = total.get(step.stage, 0.0)
        total[step.stage] = None if before is None or step.cost_usd is None else before + step.cost_usd
    return total

"""A finished piece as one row of the report: every measurement is a value or the reason why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cairn_nb.corpus.locate import support_rank
from cairn_nb.golden.clusters import cluster_id
from cairn_nb.metrics.answer import match_and_f1
from cairn_nb.metrics.citation import citation_validity, faithful
from cairn_nb.records.answer import Answer, Step
from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.golden import Case, SupportLocation
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.records.verdict import Verdict
from cairn_nb.runner.failures import outcome_of
from cairn_nb.runner.finished import Finished

DECIMALS = 6
MS_DECIMALS = 3


@dataclass(frozen=True)
class Measured:
    """Some fields of a row, and what became of the measurements among them."""

    values: dict[str, Any]
    outcomes: dict[str, Outcome]


def case_row(case: Case, finished: Finished, locations: Sequence[SupportLocation]) -> CaseRow:
    """The row of one case.

    Parameters
    ----------
    case
        The golden case.
    finished
        Its answer and grade.
    locations
        Where each of its support quotes stands in the chunk store.
    """
    answer = finished.answer
    parts = (
        _retrieval(case, answer, locations),
        _text(case, answer),
        _grade(case, answer, finished.verdict),
        _citations(answer),
    )
    values: dict[str, Any] = {**_identity(case, finished), **_effort(answer, finished.verdict)}
    outcomes = _failed(answer)
    for part in parts:
        values.update(part.values)
        outcomes.update(part.outcomes)
    return CaseRow(**values, outcomes=outcomes)


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


def _not_answered(answer: Answer) -> Outcome | None:
    """Why nothing about the answer's content can be measured; None when it can."""
    if answer.status is Status.ERROR:
        return outcome_of(answer.error_kind or "")
    return Outcome.ABSTAINED if answer.status is Status.ABSTAINED else None


def _retrieval(case: Case, answer: Answer, locations: Sequence[SupportLocation]) -> Measured:
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
    return Measured(values, {"retrieved_support_rank": outcome})


def _text(case: Case, answer: Answer) -> Measured:
    reason = _not_answered(answer)
    if reason is None and not (case.answerable and case.expected_answer):
        reason = Outcome.NOT_APPLICABLE
    names = ("exact_match", "token_f1")
    if reason is not None or case.expected_answer is None:
        return Measured({}, dict.fromkeys(names, reason or Outcome.NOT_APPLICABLE))
    scores = match_and_f1(answer.text, case.expected_answer)
    return Measured(
        {name: round(float(score), DECIMALS) for name, score in zip(names, scores, strict=True)},
        dict.fromkeys(names, Outcome.SCORED),
    )


def _grade(case: Case, answer: Answer, verdict: Verdict | None) -> Measured:
    reason = _not_answered(answer)
    if reason is not None:
        return Measured({}, dict.fromkeys(("judge_score", "correct"), reason))
    if not case.answerable:
        return Measured({"correct": False}, {"judge_score": Outcome.NOT_APPLICABLE, "correct": Outcome.SCORED})
    if verdict is None:
        return Measured({}, dict.fromkeys(("judge_score", "correct"), Outcome.NOT_APPLICABLE))
    score = None if verdict.score is None else round(verdict.score, DECIMALS)
    values = {"judge_score": score, "correct": verdict.correct, "judge_reason": verdict.reason}
    return Measured(values, dict.fromkeys(("judge_score", "correct"), verdict.outcome))


def _citations(answer: Answer) -> Measured:
    reason = _not_answered(answer)
    if reason is not None:
        return Measured({}, {"citation_validity": reason, "faithful": reason})
    validity = citation_validity(answer.claims)
    values: dict[str, Any] = {
        "claims_total": len(answer.claims),
        "claims_supported": sum(claim.supported for claim in answer.claims),
        "faithful": faithful(answer.claims),
        "citation_validity": None if validity is None else round(validity, DECIMALS),
    }
    outcome = Outcome.NOT_APPLICABLE if validity is None else Outcome.SCORED
    return Measured(values, {"citation_validity": outcome, "faithful": Outcome.SCORED})


def _effort(answer: Answer, verdict: Verdict | None) -> dict[str, Any]:
    judge = verdict.step if verdict is not None else None
    steps = (*answer.steps, *((judge,) if judge is not None else ()))
    return {
        "latency_ms": round(answer.latency_ms, MS_DECIMALS),
        "cost_usd": answer.cost_usd,
        "tokens": sum(step.usage.total_tokens for step in answer.steps),
        "judge_cost_usd": judge.cost_usd if judge is not None else 0.0,
        "prefix_hash": next((step.prefix_hash for step in answer.steps if step.prefix_hash), None),
        "latency_by_stage_ms": _latency_by_stage(steps),
        "cost_by_stage_usd": _cost_by_stage(steps),
    }


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

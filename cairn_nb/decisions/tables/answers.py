"""One row an answer: what was retrieved, what was said, what it cost. What was not measured is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from cairn_nb.decisions.failures.types import failure_of
from cairn_nb.decisions.reading.systems import System, Systems
from cairn_nb.decisions.tables.costs import judge_cost, question_cost
from cairn_nb.decisions.tables.measures import ABSTENTION, ANSWER, RETRIEVAL, is_optional
from cairn_nb.decisions.wording.table import Cell, Table
from cairn_nb.records import CaseRow
from cairn_nb.records.steps import JUDGING_STAGES

KEYS = ("system", "question_id", "trial")


def retrieval_metrics(systems: Systems) -> Table:
    """retrieval_metrics.csv: each ranking of documents and what the generator was given of it."""
    measures = measured_columns(systems, RETRIEVAL)
    return _table(systems, tuple(measures), lambda system: _values(system, measures.values()))


def answer_metrics(systems: Systems) -> Table:
    """answer_metrics.csv: scores, the five axes, checked claims, refusal, flags and the failure type."""
    measures = measured_columns(systems, ANSWER)
    flags = ("refused", "is_supported_by_context", "is_hallucinated")

    def values(system: System) -> Iterator[tuple[Cell, ...]]:
        for row, scores in zip(system.rows, _values(system, measures.values()), strict=True):
            yield (*scores, *(getattr(row, flag) for flag in flags), failure_of(row))

    return _table(systems, (*measures, *flags, "failure_type"), values)


def cost_metrics(systems: Systems) -> Table:
    """cost_metrics.csv: USD, tokens and milliseconds of each answer, by stage too."""
    stages = stages_of(systems)

    def values(system: System) -> Iterator[tuple[Cell, ...]]:
        for row in system.rows:
            costs = tuple(row.cost_by_stage_usd.get(stage) for stage in stages)
            times = tuple(row.latency_by_stage_ms.get(stage) for stage in stages)
            whole = (row.cost_usd, judge_cost(row), question_cost(row), row.tokens, row.latency_ms)
            yield (*whole, *costs, *times)

    names = ("answering_cost", "judge_cost", "cost", "tokens", "latency_ms")
    by_stage = (*(f"{stage}_cost" for stage in stages), *(f"{stage}_latency_ms" for stage in stages))
    return _table(systems, (*names, *by_stage), values)


def stages_of(systems: Systems) -> tuple[str, ...]:
    """Every stage of answering that any answer went through, in order of appearance."""
    rows = (row for system in systems.systems for row in system.rows)
    every = dict.fromkeys(stage for row in rows for stage in (*row.cost_by_stage_usd, *row.latency_by_stage_ms))
    return tuple(stage for stage in every if stage not in JUDGING_STAGES)


def measured_columns(systems: Systems, columns: Mapping[str, str]) -> dict[str, str]:
    """The columns without those that only some runs have, where no answer of any system has them."""
    return {
        column: measure
        for column, measure in columns.items()
        if not is_optional(column) or any(value is not None for value in systems.means(measure))
    }


def per_question(systems: Systems) -> Iterator[dict[str, object]]:
    """per_question_results.jsonl: everything a report knows of each answer, by the method's names."""
    columns = {**measured_columns(systems, {**RETRIEVAL, **ANSWER}), **dict.fromkeys(ABSTENTION)}
    for system in systems.systems:
        scored = _values(system, [measure or column for column, measure in columns.items()])
        for row, values in zip(system.rows, scored, strict=True):
            yield {"system": system.name, **_row(row, dict(zip(columns, values, strict=True)))}


def _row(row: CaseRow, scores: dict[str, Cell]) -> dict[str, object]:
    return {
        "question_id": row.case_id,
        "trial": row.trial,
        "question": row.question,
        "category": row.category,
        "answerable": row.answerable,
        "answer_type": row.answer_type,
        "tags": list(row.tags),
        "reference_answer": row.expected_answer,
        "answer": row.answer_text,
        "status": str(row.status),
        "confidence": row.confidence,
        "refused": row.refused,
        "error": row.error,
        "failure_type": failure_of(row),
        "relevant_documents": row.relevant_documents,
        "ranked_documents": list(row.ranked_documents),
        "context_documents": list(row.given_documents),
        "scores": scores,
        "answer_judge": _judgement(row),
        "cited_claims": [claim.model_dump(mode="json") for claim in row.claims],
        "claims": _checked_claims(row),
        "latency_ms": row.latency_ms,
        "latency_by_stage_ms": row.latency_by_stage_ms,
        "answering_cost": row.cost_usd,
        "judge_cost": judge_cost(row),
        "cost": question_cost(row),
        "cost_by_stage": row.cost_by_stage_usd,
        "tokens": row.tokens,
    }


def _judgement(row: CaseRow) -> dict[str, object] | None:
    if not row.axes:
        return None
    return {
        **row.axes,
        "answer_score": row.answer_score,
        "is_supported_by_context": row.is_supported_by_context,
        "is_hallucinated": row.is_hallucinated,
        "metadata": {"judge": row.axes_judge, **row.answer_judge},
    }


def _checked_claims(row: CaseRow) -> dict[str, object] | None:
    """The claims with their verdicts; None where they were not checked, and for a refusal, which has none."""
    if row.claims_split_failed is None:
        return None
    return {
        "claims": [claim.model_dump(mode="json") for claim in row.checked_claims],
        "unsupported": [claim.text for claim in row.checked_claims if claim.supported is False],
        "unreadable": row.claims_unreadable,
        "unchecked": row.claims_unchecked,
        "split_failed": row.claims_split_failed,
        "claim_support_rate": row.claim_support_rate,
        "unsupported_claims": row.unsupported_claims,
    }


def _values(system: System, measures: Iterable[str]) -> list[tuple[Cell, ...]]:
    """For each answer a value a measure, in their order."""
    columns = [[None if value != value else value for value in system.answers(name).tolist()] for name in measures]
    return list(zip(*columns, strict=True))


def _table(systems: Systems, names: tuple[str, ...], values: Callable[[System], Iterable[tuple[Cell, ...]]]) -> Table:
    rows = (
        (system.name, row.case_id, row.trial, *cells)
        for system in systems.systems
        for row, cells in zip(system.rows, values(system), strict=True)
    )
    return Table((*KEYS, *names), tuple(rows))

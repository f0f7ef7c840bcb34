"""Reports whose aggregates follow from their rows, in today's format and in an earlier cairn's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cairn_nb.metrics import sections
from cairn_nb.records import CaseRow, Report, Status

ENVIRONMENT = {"system": "Linux", "machine": "x86_64", "python": "3.11.7", "cpu_count": 2}
NOTES = {
    "threshold_source": "calibrated",
    "judge": "stub",
    "rubric_version": "stub-1",
    "provider": "stub",
    "models": ["stub"],
    "retrieval_mode": "hybrid",
    "retrieval_depth": 10,
    "k": 8,
    "reranker": None,
    "rewrite": False,
    "budget": {},
    "environment": ENVIRONMENT,
}
IDENTITY = {
    "cairn_version": "0.1.0",
    "config_name": "default",
    "config_hash": "984d2f0981f3a16c",
    "corpus_hash": "acb06e55ed87073ae65503a9484e4c5bbc470df3a9cead9c2e63fcecdefdbae5",
    "golden_version": "1",
    "golden_hash": "sha256:" + "5e" * 32,
    "split": "eval",
    "created_at": "2026-01-01T00:00:00.000000Z",
}
SECTIONS = ("retrieval", "documents", "answer", "abstention", "operational")
EARLIER_TOP = [
    "cairn_version",
    "config_name",
    "config_hash",
    "corpus_hash",
    "golden_version",
    "split",
    "created_at",
    "n_cases",
    "retrieval",
    "answer",
    "abstention",
    "operational",
    "per_case",
    "notes",
]
EARLIER_SECTIONS = {
    "retrieval": ["recall_at_k", "ndcg_at_10", "mrr", "n_with_support"],
    "answer": ["exact_match", "token_f1", "judge_score", "citation_validity", "faithfulness"],
    "abstention": [
        "alpha",
        "threshold",
        "answer_rate",
        "error_rate_answered",
        "guarantee_met",
        "unanswerable_abstained_rate",
        "answerable_answered_rate",
    ],
    "operational": [
        "cost_usd_total",
        "cost_per_question_usd",
        "latency_p50_ms",
        "latency_p95_ms",
        "tokens_total",
        "cache_hit_rate",
    ],
}
EARLIER_ROW = [
    "case_id",
    "answerable",
    "status",
    "confidence",
    "correct",
    "token_f1",
    "judge_score",
    "citation_validity",
    "retrieved_support_rank",
    "latency_ms",
    "cost_usd",
    "answer_text",
]
NULLABLE = {"judge_score", "threshold", "guarantee_met", "cache_hit_rate"}


def answered_row(
    case_id: str,
    *,
    judge: float | None = 0.8,
    f1: float = 0.6,
    claims: tuple[int, int] = (2, 2),
    answerable: bool = True,
    correct: bool | None = None,
    **changes: Any,
) -> CaseRow:
    """An answered case; `claims` are supported and total; it is correct from a judge score of 0.5."""
    supported, total = claims
    right = answerable and (judge is None or judge >= 0.5) if correct is None else correct
    fields: dict[str, Any] = {
        "case_id": case_id,
        "answerable": answerable,
        "status": Status.ANSWERED,
        "confidence": 0.9,
        "correct": right,
        "token_f1": f1 if answerable else None,
        "judge_score": judge if answerable else None,
        "exact_match": 0.0 if answerable else None,
        "citation_validity": supported / total if total else None,
        "claims_total": total,
        "claims_supported": supported,
        "faithful": total > 0 and supported == total,
        "answer_text": f"the answer to {case_id}",
    }
    return _row(fields, changes)


def abstained_row(case_id: str, *, answerable: bool = True, **changes: Any) -> CaseRow:
    """A case that was not answered."""
    fields = {"case_id": case_id, "answerable": answerable, "status": Status.ABSTAINED, "confidence": 0.2}
    return _row({**fields, "answer_text": "The documents do not support an answer."}, changes)


def failed_row(case_id: str, **changes: Any) -> CaseRow:
    """A case that ended in an error."""
    fields = {"case_id": case_id, "answerable": True, "status": Status.ERROR, "error_kind": "ServerError"}
    return _row({**fields, "error": "the server said 500"}, changes)


def _row(fields: dict[str, Any], changes: dict[str, Any]) -> CaseRow:
    case_id, answerable = fields["case_id"], fields["answerable"]
    usual = {
        "retrieved_support_rank": 1 if answerable else None,
        "support_located": answerable,
        "latency_ms": 100.0,
        "cost_usd": 0.001,
        "tokens": 500,
        "prefix_hash": "p",
        "question": f"what about {case_id}?",
        "cluster_id": f"{case_id}.md",
    }
    return CaseRow(**{**usual, **fields, **changes})


def answered_rows(n: int, **fields: Any) -> list[CaseRow]:
    """`n` answered cases named c00, c01, …"""
    return [answered_row(f"c{i:02d}", **fields) for i in range(n)]


def build_report(
    rows: Iterable[CaseRow], *, alpha: float = 0.35, notes: dict[str, Any] | None = None, **changes: Any
) -> Report:
    """A report of these rows.

    `notes` are laid over the usual ones. A change of ``answer={"judge_score": 0.5}`` overwrites one
    aggregate, which makes the report contradict its rows; any other change replaces a field.
    """
    kept = tuple(rows)
    computed = {
        "retrieval": sections.retrieval_section(kept),
        "documents": sections.documents_section(kept),
        "answer": sections.answer_section(kept),
        "abstention": sections.abstention_section(kept, alpha=alpha, threshold=0.5),
        "operational": sections.operational_section(kept),
    }
    for name in SECTIONS:
        computed[name] = computed[name].changed(**changes.pop(name, {}))
    fields: dict[str, Any] = {
        **IDENTITY,
        **computed,
        "n_cases": len(kept),
        "per_case": kept,
        "failures": sections.failure_counts(kept),
        "notes": {**NOTES, **(notes or {})},
        "schema_version": 1,
        "n_errors": sum(row.status is Status.ERROR for row in kept),
        "calibration": {"delta": 0.05},
    }
    return Report(**{**fields, **changes})


def earlier_json(report: Report) -> dict[str, Any]:
    """The same run as an earlier cairn wrote it: the reference's keys alone, 0 for a mean over nothing, whole ms."""
    full = report.model_dump(mode="json")
    data = {key: full[key] for key in EARLIER_TOP}
    for name, keys in EARLIER_SECTIONS.items():
        data[name] = {key: _zero_for_nothing(key, full[name][key]) for key in keys}
    recall = data["retrieval"]["recall_at_k"]
    data["retrieval"]["recall_at_k"] = {k: value or 0.0 for k, value in recall.items()}
    data["per_case"] = [{key: row[key] for key in EARLIER_ROW} for row in full["per_case"]]
    for row in data["per_case"]:
        row["latency_ms"] = round(row["latency_ms"])
    return data


def _zero_for_nothing(key: str, value: Any) -> Any:
    return 0.0 if value is None and key not in NULLABLE else value


def with_judge(report: Report, scores: Sequence[float]) -> Report:
    """The same run with other judge scores, case by case."""
    rows = [
        row.changed(judge_score=score, correct=score >= 0.5) for row, score in zip(report.per_case, scores, strict=True)
    ]
    return build_report(rows, alpha=report.abstention.alpha, notes=report.notes)

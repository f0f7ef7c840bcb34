"""Small reports of one system each, whose rows a test states by their scores, costs and times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.decisions.reading.systems import System
from cairn_nb.decisions.tables.bench_tables import BenchTables, bench_tables
from cairn_nb.records import AXES, CaseRow, Report
from tests.report_factory import answered_row, build_report, failed_row


def graded(case_id: str, score: float | None, **changes: Any) -> CaseRow:
    """An answer with this score on every axis, whose one relevant document came first."""
    fields: dict[str, Any] = {
        "cluster_id": case_id,
        "cost_usd": 0.01,
        "judge_cost_usd": 0.002,
        "refused": False,
        "ranked_documents": (case_id, "other"),
        "given_documents": (case_id,),
        "relevant_documents": {case_id: 1.0},
    }
    if score is not None:
        fields |= {"answer_score": score, "axes": dict.fromkeys(AXES, score), "axes_judge": "judge"}
    return answered_row(case_id, **{**fields, **changes})


def scored(
    name: str, scores: Sequence[float | None], *, shared: dict[str, Any] | None = None, **changes: Any
) -> Report:
    """A report with a question of its own document for each score; None is one that ended in an error."""
    rows = [
        failed_row(f"q{i}", cluster_id=f"q{i}") if score is None else graded(f"q{i}", score, **(shared or {}))
        for i, score in enumerate(scores)
    ]
    return named(name, rows, **changes)


def named(name: str, rows: Sequence[CaseRow], **changes: Any) -> Report:
    """A report of these rows."""
    return build_report(rows, config_name=name, config_hash=name.ljust(16, "0"), **changes)


def stats(**section: Any) -> dict[str, Any]:
    """A configuration of which only this section is of interest."""
    return {"stats": section}


def tables(*reports: Report, **options: Any) -> BenchTables:
    """The tables of these reports."""
    return bench_tables(reports, **options)


def cells(*reports: Report, **options: Any) -> dict[str, dict[str, Any]]:
    """metrics_summary.csv as system to column to cell."""
    return {str(row["system"]): dict(row) for row in tables(*reports, **options).metrics.records()}


def system(rows: Sequence[CaseRow], **changes: Any) -> System:
    """One system by itself."""
    return System(named("one", rows, **changes))

"""The files of a bench run as texts by name, but for its page: `cairn bench` writes them, `cairn report` rebuilds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from cairn_nb.decisions.contrast.outputs import contrast_markdown
from cairn_nb.decisions.failures.markdown import failures_markdown
from cairn_nb.decisions.failures.qrels_audit import qrels_audit
from cairn_nb.decisions.failures.qrels_audit_markdown import qrels_audit_markdown
from cairn_nb.decisions.failures.types import failure_of
from cairn_nb.decisions.reading.systems import System
from cairn_nb.decisions.tables.answers import per_question
from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.decisions.tables.leaderboard_page import bench_markdown
from cairn_nb.decisions.tables.run_summary import RunSummary
from cairn_nb.records import Record
from cairn_nb.records.contrast import ContrastSets

TABLES = (
    *("metrics_summary.csv", "significance.csv", "stats.json", "pareto.json", "cost_breakdown.csv"),
    *("retrieval_metrics.csv", "answer_metrics.csv", "cost_metrics.csv", "per_question_results.jsonl"),
    *("failures.md", "qrels_audit.md", "leaderboard.md"),
)
STANDINGS = "arena.csv"


def table_texts(tables: BenchTables, summary: RunSummary, contrasts: ContrastSets | None = None) -> dict[str, str]:
    """The files of `TABLES`: tables, statistics, the front, failures, the audit of the labels, the Markdown page.

    Where there was an arena, its standings too.
    """
    reports = [system.report for system in tables.systems.systems]
    return {
        **({} if tables.standings is None else {STANDINGS: tables.standings.csv_text()}),
        "metrics_summary.csv": tables.metrics.csv_text(),
        "significance.csv": tables.significance.csv_text(),
        "stats.json": json_text(tables.stats),
        "pareto.json": json_text(tables.pareto),
        "cost_breakdown.csv": tables.cost_breakdown.csv_text(),
        **{f"{name}.csv": table.csv_text() for name, table in tables.answers.items()},
        "per_question_results.jsonl": "".join(_line(row) for row in per_question(tables.systems)),
        "failures.md": failures_markdown(reports),
        "qrels_audit.md": qrels_audit_markdown(qrels_audit(reports)),
        "leaderboard.md": bench_markdown(
            summary,
            tables.metrics,
            tables.significance_rows,
            tables.cost_breakdown,
            board=tables.board,
            sections=() if contrasts is None else (contrast_markdown(contrasts),),
        ),
    }


def report_data(tables: BenchTables, summary: RunSummary, more: Mapping[str, Any]) -> str:
    """report_data.json: the numbers that report.html shows, and whatever `more` adds by name."""
    found = {
        "run_summary": summary.model_dump(mode="json"),
        "leaderboard": tables.board.model_dump(mode="json", exclude={"reports", "leaderboard", "folder"}),
        "metrics": tables.metrics.records(),
        "significance": tables.significance.records(),
        "stats": tables.stats.model_dump(mode="json"),
        "pareto": tables.pareto.model_dump(mode="json"),
        "cost_breakdown": tables.cost_breakdown.records(),
        "failures": {system.name: failure_counts(system) for system in tables.systems.systems},
        **more,
    }
    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def failure_counts(system: System) -> dict[str, int]:
    """How many answers of each failure type, the most frequent first."""
    return dict(Counter(map(failure_of, system.rows)).most_common())


def json_text(record: Record) -> str:
    """A record as a file's text."""
    return record.model_dump_json(indent=2) + "\n"


def _line(row: Mapping[str, object]) -> str:
    return json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"

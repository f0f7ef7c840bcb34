"""The files of a bench run as texts by name, but for its page: `cairn bench` writes them, `cairn report` rebuilds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cairn_nb.decisions.tables.answers import per_question
from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.decisions.tables.leaderboard_page import bench_markdown
from cairn_nb.decisions.tables.run_summary import RunSummary
from cairn_nb.records import Record


def table_texts(tables: BenchTables, summary: RunSummary) -> dict[str, str]:
    """Every table, the statistics, the front and the Markdown page."""
    return {
        "metrics_summary.csv": tables.metrics.csv_text(),
        "significance.csv": tables.significance.csv_text(),
        "stats.json": json_text(tables.stats),
        "pareto.json": json_text(tables.pareto),
        "cost_breakdown.csv": tables.cost_breakdown.csv_text(),
        **{f"{name}.csv": table.csv_text() for name, table in tables.answers.items()},
        "per_question_results.jsonl": "".join(_line(row) for row in per_question(tables.systems)),
        "leaderboard.md": bench_markdown(summary, tables.metrics, tables.significance_rows, tables.cost_breakdown),
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
        "failures": {system.name: system.report.failures for system in tables.systems.systems},
        **more,
    }
    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def json_text(record: Record) -> str:
    """A record as a file's text."""
    return record.model_dump_json(indent=2) + "\n"


def _line(row: Mapping[str, object]) -> str:
    return json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"

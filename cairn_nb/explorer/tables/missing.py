"""Why a number of a bench run is missing, as a sentence of its table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cairn_nb.decisions.reading.systems import System
from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.decisions.tables.measures import RETRIEVAL
from cairn_nb.explorer.tables.columns import column_words
from cairn_nb.explorer.tables.table import MISSING


def why_missing(tables: BenchTables, columns: Sequence[str]) -> Iterator[str]:
    """``— was not measured: keyword_recall of bare (nobody graded it).``; nothing where every number is there."""
    found: dict[tuple[str, str], list[str]] = {}
    cells = tables.metrics.records()
    for system, row in zip(tables.systems.systems, cells, strict=True):
        for column in columns:
            if row[column] is None:
                found.setdefault((system.name, _reason(system, column)), []).append(column_words(column))
    if found:
        parts = [f"{', '.join(names)} of {system} ({reason})" for (system, reason), names in found.items()]
        yield f"{MISSING} was not measured: {'; '.join(parts)}."


def _reason(system: System, column: str) -> str:
    rows = system.succeeded
    if not rows:
        return "every question failed"
    if column in RETRIEVAL:
        return "it retrieves nothing" if not any(row.ranked_documents for row in rows) else "no labelled documents"
    if column == "cost_per_correct" and all(row.cost_usd is not None for row in rows):
        return "no correct answer"
    if column.startswith("cost"):
        return "a cost is unknown"
    if column.startswith("latency"):
        return "no times were kept"
    return {
        "abstain_recall": "no unanswerable question",
        "false_refusal_rate": "no answerable question",
        "token_f1": "no reference answers",
    }.get(column, "nobody graded it")

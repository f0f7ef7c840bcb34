"""Which systems are worth choosing among, as a table."""

from __future__ import annotations

from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.decisions.tables.pareto import ParetoFront
from cairn_nb.explorer.tables.bench import number
from cairn_nb.explorer.tables.table import MISSING, Table

DIGITS = {"answer_score": 3, "cost_per_question": 6, "latency_ms_mean": 1}
HEADS = ("system", "", "answer score (0 to 5)", "answering + judging (USD)", "mean latency (ms)", "beaten by")
CAPTION = (
    "★: no other system is at least as good on all three and better on one. The front compares means: a system may "
    "be on it by a margin that the intervals do not support."
)


def pareto(tables: BenchTables) -> Table:
    """Every system's three values, whether it is on the front, and who beats it."""
    found = tables.pareto
    rows = tuple(
        (
            str(row["system"]),
            "★" if found.is_on(str(row["system"])) else "",
            *(number(row[name], digits) for name, digits in DIGITS.items()),
            _beaten(found, str(row["system"])),
        )
        for row in tables.metrics.records()
    )
    return Table(caption=CAPTION, heads=HEADS, rows=rows)


def _beaten(found: ParetoFront, system: str) -> str:
    if system in found.unplaced:
        return f"not placed: without {', '.join(found.unplaced[system])}"
    return ", ".join(found.dominated_by.get(system, ())) or MISSING

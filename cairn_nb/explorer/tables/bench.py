"""A bench run's main tables, as a notebook shows them."""

from __future__ import annotations

from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.decisions.tables.measures import headline
from cairn_nb.decisions.tables.outputs import failure_counts
from cairn_nb.decisions.tables.significance import SignificanceRow
from cairn_nb.decisions.tables.table import Cell
from cairn_nb.explorer.tables.table import Table
from cairn_nb.records import Estimate

MISSING = "–"
UNBROKEN = ",\N{NO-BREAK SPACE}"
NUMBERS = {
    "token_f1": 3,
    "abstain_recall": 3,
    "false_refusal_rate": 3,
    "cost_per_question": 6,
    "cost_per_correct": 6,
    "latency_ms_mean": 0,
}
TRIALS = {"answer_score_trial_sd": 3, "pass_at_k": 3, "pass_hat_k": 3, "rank_stability": 3}


def metrics(tables: BenchTables) -> Table:
    """One row a system: headline measures with intervals, costs, latency; ★ marks the Pareto front."""
    columns = headline(tables.systems.settings.primary_k)
    found = tables.metrics
    rest = {name: digits for name, digits in {**NUMBERS, **TRIALS}.items() if name in found.columns}
    rows = [
        (
            str(row["system"]),
            "★" if row["pareto_optimal"] else "",
            *(_interval(row[name], row[f"{name}_ci_lo"], row[f"{name}_ci_hi"]) for name in columns),
            *(_number(row[name], digits) for name, digits in rest.items()),
            _interval(row["latency_ms_p95"], row["latency_ms_p95_ci_lo"], row["latency_ms_p95_ci_hi"], 0),
        )
        for row in found.records()
    ]
    heads = ("system", "front", *columns, *rest, "latency_ms_p95")
    return Table(caption="means with 95% intervals; – is a missing value", heads=heads, rows=tuple(rows))


def significance(tables: BenchTables) -> Table:
    """Every system against the baseline, question by question."""
    baseline = tables.baseline
    caption = f"minus {baseline.system} ({baseline.source}); p after Holm; the bootstrap's p is by plain questions"
    heads = ("metric", "system", "n", "difference", "p", "verdict", "won – equal – lost", "p (bootstrap)")
    return Table(caption=caption, heads=heads, rows=tuple(map(_compared, tables.significance_rows)))


def cost_by_stage(tables: BenchTables) -> Table:
    """What one question costs: stages of answering, judging apart, ingestion apart."""
    found = tables.cost_breakdown
    rows = tuple(tuple(_number(cell, 6) for cell in row) for row in found.rows)
    return Table(caption="mean USD a question; ingestion once", heads=found.columns, rows=rows)


def failure_types(tables: BenchTables) -> Table:
    """How many answers of each type each system has."""
    counts = {system.name: failure_counts(system) for system in tables.systems.systems}
    kinds = sorted({kind for found in counts.values() for kind in found})
    rows = tuple((kind, *(str(found.get(kind, 0)) for found in counts.values())) for kind in kinds)
    return Table(caption="answers by failure type", heads=("type", *counts), rows=rows)


def _compared(row: SignificanceRow) -> tuple[str, ...]:
    return (
        row.metric,
        row.system,
        str(row.n),
        _interval(row.mean_diff, row.ci_lo, row.ci_hi),
        _number(row.p_holm, 4),
        row.verdict,
        f"{row.wins} – {row.ties} – {row.losses}",
        _number(row.p_bootstrap_holm, 4),
    )


def _interval(value: Cell, low: Cell, high: Cell, decimals: int = 3) -> str:
    if not isinstance(value, int | float):
        return MISSING
    bounds = (low, high) if isinstance(low, int | float) and isinstance(high, int | float) else (None, None)
    return Estimate(value=value, low=bounds[0], high=bounds[1]).written(decimals=decimals).replace(", ", UNBROKEN)


def _number(cell: Cell, decimals: int) -> str:
    if cell is None:
        return MISSING
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else str(cell)

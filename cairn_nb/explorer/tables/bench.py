"""A bench run's numbers, as a notebook shows them."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.decisions.tables.measures import POINTS, headline
from cairn_nb.decisions.tables.significance import SignificanceRow
from cairn_nb.decisions.wording.table import Cell
from cairn_nb.explorer.tables.columns import column_words
from cairn_nb.explorer.tables.missing import why_missing
from cairn_nb.explorer.tables.table import MISSING, UNBROKEN, Table
from cairn_nb.records import Estimate

NUMBERS = {
    "token_f1": 3,
    "abstain_recall": 3,
    "false_refusal_rate": 3,
    "cost_per_question": 6,
    "cost_per_correct": 6,
    "latency_ms_mean": 1,
}
P95 = "latency_ms_p95"
TRIALS = {"answer_score_trial_sd": 3, "pass_at_k": 3, "pass_hat_k": 3, "rank_stability": 3}
UNITS = {"cost_per_question": "USD", "cost_per_correct": "USD", **dict.fromkeys(POINTS, "0 to 5")}
NONE_COMPARED = "Nothing is compared: there is one system, or none has a measure that the baseline has too."
ONCE = "Every question was asked once. Asked three times or more (trials), they show how much answers vary."


def metrics(tables: BenchTables) -> Table:
    """One row a system: headline measures with intervals, costs, latency; ★ marks the Pareto front."""
    columns = tuple(headline(tables.systems.settings.primary_k))
    rows = [
        (
            str(row["system"]),
            "★" if row["pareto_optimal"] else "",
            *(interval(row[name], row[f"{name}_ci_lo"], row[f"{name}_ci_hi"]) for name in columns),
            *(number(row[name], digits) for name, digits in NUMBERS.items()),
            interval(row[P95], row[f"{P95}_ci_lo"], row[f"{P95}_ci_hi"], 1),
        )
        for row in tables.metrics.records()
    ]
    names = (*columns, *NUMBERS, P95)
    caption = " ".join(["Means, with 95% intervals in brackets.", *why_missing(tables, names)])
    return Table(caption=caption, heads=("system", "front", *map(_head, names)), rows=tuple(rows))


def significance(tables: BenchTables) -> Table:
    """Every system against the baseline, question by question."""
    if not tables.significance_rows:
        return Table(caption=NONE_COMPARED, heads=(), rows=())
    baseline = tables.baseline
    untold = [row for row in tables.significance_rows if row.p_holm is None]
    why = f" {MISSING} is no p-value: under six documents no test can reach 5%." if untold else ""
    caption = (
        f"Each system minus {baseline.system} ({baseline.source}), p after Holm; the last by plain questions.{why}"
    )
    heads = ("metric", "system", "n", "difference", "p", "verdict", "won – equal – lost", "p (bootstrap)")
    return Table(caption=caption, heads=heads, rows=tuple(map(_compared, tables.significance_rows)))


def cost_by_stage(tables: BenchTables) -> Table:
    """What one question costs: stages of answering, judging apart, ingestion apart."""
    found = tables.cost_breakdown
    rows = tuple(tuple(number(cell, 6) for cell in row) for row in found.rows)
    why = f" {MISSING} is not known: a model has no price, or a file of answers does not say." if _has_gap(rows) else ""
    caption = f"Mean USD of answering one question, with judging; ingestion is once and beside it.{why}"
    return Table(caption=caption, heads=tuple(name.replace("_", " ") for name in found.columns), rows=rows)


def trials(tables: BenchTables) -> Table:
    """What asking every question several times shows of each system; a sentence where each was asked once."""
    n_trials = tables.systems.n_trials
    if n_trials == 1:
        return Table(caption=ONCE, heads=(), rows=())
    heads = ("system", "spread of the answer score", f"pass@{n_trials}", f"pass^{n_trials}", "rank stability")
    rows = [(str(row["system"]), *(number(row[name], 3) for name in TRIALS)) for row in tables.metrics.records()]
    caption = (
        f"Each question was asked {n_trials} times. The spread is the standard deviation within a question (0 to 5), "
        "pass@k right at least once, pass^k right every time, rank stability how often the rank held."
    )
    ungraded = f" {MISSING}: nobody graded the answers." if _has_gap(rows) else ""
    return Table(caption=caption + ungraded, heads=heads, rows=tuple(rows))


def interval(value: Cell, low: Cell, high: Cell, decimals: int = 3) -> str:
    """``0.500 [0.250, 0.750]``; a dash where there is no value."""
    if not isinstance(value, int | float):
        return MISSING
    bounds = [bound if isinstance(bound, int | float) else None for bound in (low, high)]
    return Estimate(value=value, low=bounds[0], high=bounds[1]).written(decimals=decimals).replace(", ", UNBROKEN)


def number(cell: Cell, decimals: int) -> str:
    """A cell as a person reads it; a dash where there is none."""
    if cell is None:
        return MISSING
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else str(cell)


def _has_gap(rows: Sequence[Sequence[str]]) -> bool:
    return any(MISSING in row for row in rows)


def _head(name: str) -> str:
    """A narrow column breaks a name at its spaces."""
    return " ".join([column_words(name).replace("_", " "), *([f"({UNITS[name]})"] if name in UNITS else [])])


def _compared(row: SignificanceRow) -> Sequence[str]:
    return (
        column_words(row.metric),
        row.system,
        str(row.n),
        interval(row.mean_diff, row.ci_lo, row.ci_hi),
        number(row.p_holm, 4),
        row.verdict,
        f"{row.wins} – {row.ties} – {row.losses}",
        number(row.p_bootstrap_holm, 4),
    )

"""leaderboard.md of a bench run: intervals, the front, the comparison with the baseline, cost by stage, trials."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cairn_nb.decisions.arena.tables import SCORE as ARENA
from cairn_nb.decisions.board.board import Leaderboard
from cairn_nb.decisions.tables.measures import ANSWER_SCORE, headline
from cairn_nb.decisions.tables.run_summary import RunSummary
from cairn_nb.decisions.tables.significance import SignificanceRow
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.markdown_table import markdown_table
from cairn_nb.decisions.wording.short_hash import short_hash
from cairn_nb.decisions.wording.table import Cell, Table
from cairn_nb.records import Estimate

MISSING = "—"
MARKS = {"better": "▲", "worse": "▼", "no clear difference": "≈"}
RATES = ("token_f1", "abstain_recall", "false_refusal_rate")
TRIALS = ("answer_score_trial_sd", "pass_at_k", "pass_hat_k", "rank_stability")


def bench_markdown(
    summary: RunSummary,
    metrics: Table,
    significance: Sequence[SignificanceRow],
    costs: Table,
    *,
    board: Leaderboard | None = None,
    sections: Sequence[str] = (),
) -> str:
    """The page, best answer score first. A mark says how a system compares with the baseline on that column.

    `board` says which ranks the systems may truly have; `sections` are parts that others wrote.
    """
    blocks = [
        "# Leaderboard",
        *(f"{markdown(sentence)} ([more](judge_audit.md))" for sentence in summary.judge_audits),
        _metrics(summary, metrics, significance),
        f"★ no other system is at least as good on answer score, cost and latency and better on one. "
        f"▲ better, ▼ worse, ≈ no clear difference from the baseline, {markdown(summary.baseline.system)} "
        f"({markdown(summary.baseline.source)}), at 5% after Holm.",
        *_ranks(board),
        "Answer score is over every question and grades refusals too. $/correct is everything spent on answering and "
        "judging, for each correct answer. Recall, MRR and nDCG are of documents, token F1 is of answers without their "
        "citations: a report's own recall@5, nDCG@10 and token F1 are of chunks and of whole answers.",
        "## Against the baseline",
        _significance(significance),
        *_visible(significance),
        "## Cost by stage",
        "Mean USD of answering one question; judging and ingestion are apart.",
        _plain(costs, 6),
        *_trials(summary, metrics),
        *sections,
        *_listed("## Warnings", summary.warnings),
        *_listed("## Skipped", [f"{entry.config}: {entry.reason}" for entry in summary.skipped]),
        _footer(summary),
    ]
    return "\n\n".join(blocks) + "\n"


def _metrics(summary: RunSummary, metrics: Table, significance: Sequence[SignificanceRow]) -> str:
    columns = tuple(headline(summary.settings.primary_k))
    marks = {(row.metric, row.system): MARKS[row.verdict] for row in significance}
    arena = ["Arena"] if ARENA in metrics.columns else []
    costs = ("answering+judging $/q", "$/correct")
    head = ["system", "", *columns, *arena, *RATES, *costs, "latency ms", "p95 ms [lo, hi]"]
    lines = [_metrics_line(row, columns, marks) for row in _best_first(metrics.records())]
    return _table(head, lines)


def _best_first(rows: list[dict[str, Cell]]) -> list[dict[str, Cell]]:
    def key(row: dict[str, Cell]) -> tuple[bool, float, str]:
        score = row[ANSWER_SCORE]
        return score is None, -float(score or 0), str(row["system"])

    return sorted(rows, key=key)


def _metrics_line(row: dict[str, Cell], columns: Iterable[str], marks: dict[tuple[str, str], str]) -> list[str]:
    name = str(row["system"])
    return [
        markdown(name),
        "★" if row["pareto_optimal"] else "",
        *(f"{_interval(row, column, 3)} {marks.get((column, name), '')}".strip() for column in columns),
        *([_interval(row, ARENA, 0)] if ARENA in row else []),
        *(_number(row[column], 3) for column in RATES),
        _number(row["cost_per_question"], 6),
        _number(row["cost_per_correct"], 6),
        _number(row["latency_ms_mean"], 0),
        _interval(row, "latency_ms_p95", 0),
    ]


def _ranks(board: Leaderboard | None) -> Iterator[str]:
    """Sorted by what, and what the order is worth."""
    if board is None:
        return
    yield f"Sorted by {markdown(board.primary_metric.replace('_', ' '))}."
    listed = [f"{markdown(row.config)} {row.ranks}" for row in board.rows if row.rank_range is not None]
    if len(listed) > 1:
        yield f"Ranks that the systems may truly have, all at once with 95%: {', '.join(listed)}."


def _visible(rows: Sequence[SignificanceRow]) -> Iterator[str]:
    """The smallest true fall that each comparison would show."""
    for metric in dict.fromkeys(row.metric for row in rows):
        shown = [row for row in rows if row.metric == metric]
        listed = [f"{markdown(row.system)} {_number(row.smallest_visible, 3)}" for row in shown]
        yield f"Smallest fall in {metric} that these questions would show (80% power, 5%): {', '.join(listed)}."


def _significance(rows: Sequence[SignificanceRow]) -> str:
    if not rows:
        return "There is nothing to compare: one system, or none with a measure that the baseline has too."
    head = ["metric", "system", "n", "difference [lo, hi]", "p", "p (Holm)", "verdict", "W–T–L", "p (bootstrap)"]
    return _table(head, [_significance_line(row) for row in rows])


def _significance_line(row: SignificanceRow) -> list[str]:
    difference = Estimate(value=row.mean_diff, low=row.ci_lo, high=row.ci_hi)
    return [
        row.metric,
        markdown(row.system),
        str(row.n),
        difference.written(decimals=3),
        _number(row.p_value, 4),
        _number(row.p_holm, 4),
        row.verdict,
        f"{row.wins}–{row.ties}–{row.losses}",
        _number(row.p_bootstrap, 4),
    ]


def _trials(summary: RunSummary, metrics: Table) -> Iterator[str]:
    if TRIALS[0] in metrics.columns:
        yield "## Repeated trials"
        yield f"Each question was asked {summary.n_trials} times."
        rows = [
            [markdown(str(row["system"])), *(_number(row[name], 3) for name in TRIALS)] for row in metrics.records()
        ]
        yield _table(["system", *TRIALS], rows)


def _listed(title: str, sentences: Sequence[str]) -> Iterator[str]:
    if sentences:
        yield title
        yield "\n".join(f"- {markdown(sentence)}" for sentence in sentences)


def _plain(table: Table, decimals: int) -> str:
    return _table(table.columns, [[_number(cell, decimals) for cell in row] for row in table.rows])


def _interval(row: dict[str, Cell], column: str, decimals: int) -> str:
    value, low, high = (row[name] for name in (column, f"{column}_ci_lo", f"{column}_ci_hi"))
    if low is None or high is None:
        return _number(value, decimals)
    return f"{_number(value, decimals)} [{_number(low, decimals)}, {_number(high, decimals)}]"


def _number(cell: Cell, decimals: int) -> str:
    if cell is None:
        return MISSING
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else markdown(str(cell))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return markdown_table(head, rows, numeric=range(1, len(head)))


def _footer(summary: RunSummary) -> str:
    content = f" ({short_hash(summary.golden_hash)})" if summary.golden_hash else ""
    parts = [
        f"run {summary.run_id}",
        f"golden set version {summary.golden_version}{content}",
        f"corpus {short_hash(summary.corpus_hash)}",
        f"{summary.n_questions} questions of split {summary.split}",
        f"measured {summary.created_at}" if summary.created_at else "",
    ]
    return f"<sub>{markdown('; '.join(part for part in parts if part))}</sub>"

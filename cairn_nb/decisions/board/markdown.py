"""A leaderboard as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.board.board import Leaderboard, LeaderboardRow, columns_of
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.short_hash import short_hash
from cairn_nb.records import Estimate

DECIMALS = {"cost_per_question_usd": 6, "latency_p95_ms": 0}


def leaderboard_markdown(board: Leaderboard) -> str:
    """The table with intervals, who cannot be told from the first, what was skipped, and what was measured."""
    blocks = [
        "# Leaderboard",
        _table(board),
        _ties(board),
        _ranks(board),
        "\n".join(f"- {markdown(note)}" for note in board.notes),
        _skipped(board),
        _footer(board),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _table(board: Leaderboard) -> str:
    columns = columns_of(board.primary_metric)
    lines = [["config", *columns], ["---", *["---:" for _ in columns]]]
    lines += [_cells(row, list(columns.values())) for row in board.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cells(row: LeaderboardRow, names: Sequence[str]) -> list[str]:
    return [markdown(row.config), *(_number(row.estimates[name], DECIMALS.get(name, 3)) for name in names)]


def _number(estimate: Estimate, decimals: int) -> str:
    if estimate.value is None:
        return "n/a"
    value = f"{estimate.value:.{decimals}f}"
    if estimate.low is None or estimate.high is None:
        return value
    return f"{value} [{estimate.low:.{decimals}f}, {estimate.high:.{decimals}f}]"


def _ties(board: Leaderboard) -> str:
    tied = [markdown(row.config) for row in board.rows if row.tells_from_first is False]
    if not tied:
        return ""
    first = markdown(board.rows[0].config)
    return f"Not told from the first ({first}) by a paired test at 5%: {', '.join(tied)}."


def _ranks(board: Leaderboard) -> str:
    listed = [f"{markdown(row.config)} {row.ranks}" for row in board.rows if row.rank_range is not None]
    if len(listed) < 2:
        return ""
    return f"Ranks that the systems may truly have, all at once with 95%: {', '.join(listed)}."


def _skipped(board: Leaderboard) -> str:
    if not board.skipped:
        return ""
    return "\n".join(["Skipped:", "", *(f"- {markdown(e.config)}: {markdown(e.reason)}" for e in board.skipped)])


def _footer(board: Leaderboard) -> str:
    content = f" ({short_hash(board.golden_hash)})" if board.golden_hash else ""
    parts = [
        f"sorted by {board.primary_metric}",
        f"golden set version {board.golden_version}{content}",
        f"corpus {short_hash(board.corpus_hash)}",
        f"{board.n_cases} cases of split {board.split}",
        f"measured {board.measured_at}" if board.measured_at else "",
    ]
    return f"<sub>{markdown('; '.join(part for part in parts if part))}</sub>"

"""A leaderboard as tables."""

from __future__ import annotations

from cairn_nb.decisions.board import COLUMNS, Leaderboard
from cairn_nb.explorer.tables.table import Table


def leaderboard(board: Leaderboard) -> Table:
    """One row a configuration, each number with its interval."""
    heads = ("rank", "config", *COLUMNS)
    rows = tuple(
        (
            "–" if row.rank is None else str(row.rank),
            row.config,
            *(str(row.estimates[name]) for name in COLUMNS.values()),
        )
        for row in board.rows
    )
    footer = f"golden set {board.golden_version}, corpus {board.corpus_hash[:12]}, sorted by {board.primary_metric}"
    return Table(caption=footer, heads=heads, rows=rows)


def not_ranked(board: Leaderboard) -> Table:
    """Configurations that could not run, and notes."""
    rows = [(entry.config, entry.reason) for entry in board.skipped]
    rows += [("note", text) for text in board.notes]
    return Table(caption="", heads=("not ranked", "why"), rows=tuple(rows))

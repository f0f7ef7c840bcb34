"""A leaderboard as tables."""

from __future__ import annotations

from cairn_nb.decisions.board.board import Leaderboard, LeaderboardRow, columns_of
from cairn_nb.explorer.tables.run import DECIMALS
from cairn_nb.explorer.tables.table import MISSING, UNBROKEN, Table

TOLD = {True: "yes", False: "cannot tell", None: MISSING}
NONE_LEFT_OUT = "No configuration was left out."


def leaderboard(board: Leaderboard) -> Table:
    """One row a configuration, each number with its interval, and whether a paired test tells it from the first."""
    caption = f"golden set {board.golden_version}, corpus {board.corpus_hash[:12]}, sorted by {board.primary_metric}"
    columns = columns_of(board.primary_metric)
    heads = ("rank", "config", "differs from first", *columns)
    return Table(caption=caption, heads=heads, rows=tuple(_cells(row, tuple(columns.values())) for row in board.rows))


def rank_text(row: LeaderboardRow) -> str:
    """``2 (1st to 3rd)``: the rank, and those that the system may truly have where they are several."""
    if row.rank is None:
        return ""
    return f"{row.rank} ({row.ranks})" if len(set(row.rank_range or ())) > 1 else str(row.rank)


def _cells(row: LeaderboardRow, names: tuple[str, ...]) -> tuple[str, ...]:
    return rank_text(row) or MISSING, row.config, TOLD[row.tells_from_first], *(_number(row, name) for name in names)


def _number(row: LeaderboardRow, name: str) -> str:
    found = row.estimates[name]
    if found.value is None:
        return MISSING
    return found.written(decimals=DECIMALS.get(name, 3)).replace(", ", UNBROKEN)


def not_ranked(board: Leaderboard) -> Table:
    """Configurations that could not run, and notes."""
    rows = [(entry.config, entry.reason) for entry in board.skipped]
    rows += [("note", text) for text in board.notes]
    caption = "" if rows else NONE_LEFT_OUT
    return Table(caption=caption, heads=("not ranked", "why"), rows=tuple(rows))

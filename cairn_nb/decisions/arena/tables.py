"""arena.csv, and the columns that an arena adds to metrics_summary.csv."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.wording.table import Cell, Table
from cairn_nb.records.arena import ArenaSummary

SCORE, WIN_RATE = "arena_score", "arena_win_rate"


def arena_table(summary: ArenaSummary) -> Table:
    """A row a system, best first: score with its interval by questions and by documents, and its record."""
    rows = summary.ranked
    return Table.of(
        {
            "system": [row.system for row in rows],
            "score": [row.score.value for row in rows],
            "score_ci_lo": [row.score.low for row in rows],
            "score_ci_hi": [row.score.high for row in rows],
            "score_document_ci_lo": [row.score_by_document.low for row in rows],
            "score_document_ci_hi": [row.score_by_document.high for row in rows],
            "wins": [row.wins for row in rows],
            "ties": [row.ties for row in rows],
            "losses": [row.losses for row in rows],
            "comparisons": [row.comparisons for row in rows],
            "points": [row.points for row in rows],
            "win_rate": [row.win_rate for row in rows],
            "win_rate_ci_lo": [row.win_rate_estimate.low for row in rows],
            "win_rate_ci_hi": [row.win_rate_estimate.high for row in rows],
        }
    )


def arena_columns(summary: ArenaSummary, systems: Sequence[str]) -> dict[str, Sequence[Cell]]:
    """Score and win rate of these systems with their intervals, in their order."""
    rows = [summary.of(name) for name in systems]
    return {
        SCORE: [row.score.value for row in rows],
        f"{SCORE}_ci_lo": [row.score.low for row in rows],
        f"{SCORE}_ci_hi": [row.score.high for row in rows],
        WIN_RATE: [row.win_rate for row in rows],
        f"{WIN_RATE}_ci_lo": [row.win_rate_estimate.low for row in rows],
        f"{WIN_RATE}_ci_hi": [row.win_rate_estimate.high for row in rows],
    }

"""The pairwise arena as it is shown: scores, points won, records, who beat whom, and which way the judge leaned."""

from __future__ import annotations

from cairn_nb.explorer.tables.arena import said, standings, win_rate
from cairn_nb.explorer.view import Section
from cairn_nb.records.arena import ArenaSummary

KEY = "arena"
TITLE = "Pairwise arena"
ABOUT = (
    "A judge was shown two answers to a question at a time, in both orders, and said which is better. Scores are on "
    "the Elo scale: 1000 is the average system, 400 points apart are odds of 10 to 1. They compare the systems of this "
    "run alone. Under “against” stands the share of points that a system won against that other one."
)
AGAINST = "against "


def arena_section(found: ArenaSummary) -> Section:
    """The standings, best first; each system's share of points against each other one beside them."""
    names = [row.system for row in found.ranked]
    table = standings(found)
    rates = [[win_rate(found, name, other) for other in names] for name in names]
    return Section(
        key=KEY,
        title=TITLE,
        paragraphs=(ABOUT, said(found), _position(found), *(f"Take care: {text}" for text in found.warnings)),
        heads=(*table.heads, *(f"{AGAINST}{name}" for name in names)),
        rows=tuple((*row, *shares) for row, shares in zip(table.rows, rates, strict=True)),
    )


def _position(found: ArenaSummary) -> str:
    bias = found.position_bias
    return (
        f"Position bias: the same position won both orders in {bias.flip_rate} of the comparisons, and "
        f"{bias.first_position_rate} of the decisive verdicts went to the answer shown first (0.5 is unbiased)."
    )

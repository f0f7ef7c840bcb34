"""A pairwise arena as tables."""

from __future__ import annotations

from cairn_nb.explorer.tables.table import MISSING, UNBROKEN, Table
from cairn_nb.records import Estimate
from cairn_nb.records.arena import NOTHING, ArenaStanding, ArenaSummary

STANDING_HEADS = ("", "system", "arena score", "by documents", "points won", "won – tied – lost", "win rate")


def standings(found: ArenaSummary) -> Table:
    """One row a system, best first: score with its intervals, points, record."""
    rows = tuple(_standing(found.place(row), row) for row in found.ranked)
    return Table(caption=_caption(found), heads=STANDING_HEADS, rows=rows)


def win_rates(found: ArenaSummary) -> Table:
    """Who beat whom: the share of points that the row's system won against the column's."""
    names = [row.system for row in found.ranked]
    rows = tuple((name, *(win_rate(found, name, other) for other in names)) for name in names)
    return Table(
        caption="share of points that the row's system won against the column's", heads=("", *names), rows=rows
    )


def win_rate(found: ArenaSummary, name: str, other: str) -> str:
    """The share of points that one system won against another, with its interval."""
    return _share(found.win_rate_estimates.get(name, {}).get(other, NOTHING))


def position_bias(found: ArenaSummary) -> Table:
    """Which way the judge's verdicts leaned."""
    bias = found.position_bias
    rows = [
        ("the same position won both orders", _estimate(bias.flip_rate), "0"),
        ("decisive verdicts for the answer shown first", _estimate(bias.first_position_rate), "0.5"),
    ]
    if bias.first_wins is not None:
        rows.append(("chance that the first of two equals wins", _estimate(bias.first_wins), "0.5"))
    return Table(caption="position bias of the raw verdicts", heads=("", "rate", "unbiased"), rows=tuple(rows))


def said(found: ArenaSummary) -> str:
    """How many comparisons by whom, and what they were charged."""
    failed = f", {found.n_failed} more without a verdict" if found.n_failed else ""
    family = f", {found.n_same_family} of all by a judge of one side's family" if found.n_same_family else ""
    cost = "an amount that is not known" if found.cost_usd is None else f"{found.cost_usd:.6g} USD"
    judges = ", ".join(found.judges) or "nobody"
    return (
        f"{found.n_complete} comparisons on {found.n_questions} questions, each in both orders, by {judges}"
        f"{failed}{family}; charged {cost}."
    )


def _caption(found: ArenaSummary) -> str:
    return f"{said(found)} 1000 is the average system, 400 points apart are odds of 10 to 1."


def _standing(place: int | None, row: ArenaStanding) -> tuple[str, ...]:
    return (
        "" if place is None else str(place),
        row.system,
        row.score.written(decimals=0).replace(", ", UNBROKEN),
        _bounds(row.score_by_document),
        f"{row.points:g} of {row.comparisons}",
        f"{row.wins} – {row.ties} – {row.losses}",
        _share(row.win_rate_estimate),
    )


def _bounds(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return MISSING
    return f"[{estimate.low:.0f}{UNBROKEN}{estimate.high:.0f}]"


def _estimate(estimate: Estimate) -> str:
    return estimate.written(decimals=3).replace(", ", UNBROKEN)


def _share(estimate: Estimate) -> str:
    return MISSING if estimate.value is None else estimate.written(decimals=2).replace(", ", UNBROKEN)

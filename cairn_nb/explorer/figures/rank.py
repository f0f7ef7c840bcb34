"""Where the supporting chunk landed."""

from __future__ import annotations

from collections import Counter

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.rows.cells import MISSED
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.records import CaseRow, Status

DEPTH = 10
DEEPER, NONE = f"> {DEPTH}", "none"


def rank_figure(cases: Cases) -> Figure | None:
    """Cases by the rank of their supporting chunk; `none` is what retrieval missed entirely.

    Cases whose support is not in the chunk store, and those that ended in an error, are left out.
    """
    counts = Counter(_band(row.retrieved_support_rank) for row in cases.rows if _located(row))
    if not counts:
        return None
    bands = (*map(str, range(1, DEPTH + 1)), *((DEEPER,) if counts[DEEPER] else ()), NONE)
    points = tuple(
        Point(x=band, y=counts[band], n=counts[band], label=_label(band), filter=_rows(cases, band))
        for band in bands
        if counts[band]
    )
    return Figure(
        key="support_rank",
        title="Rank of the supporting chunk",
        note="“none”: retrieval missed it.",
        x=Axis(label="rank", kind="band", bands=bands, format="text"),
        y=Axis(label="cases", format="int", low=0),
        marks=(Mark(kind="bar", name="cases", points=points),),
    )


def _located(row: CaseRow) -> bool:
    """Reports of an earlier format do not say whether the support was located."""
    return row.answerable and row.status is not Status.ERROR and row.support_located is not False


def _band(rank: int | None) -> str:
    if rank is None:
        return NONE
    return str(rank) if rank <= DEPTH else DEEPER


def _label(band: str) -> str:
    return "not retrieved" if band == NONE else f"rank {band}"


def _rows(cases: Cases, band: str) -> Filter:
    asked = {"answerable": ("yes",), "status": (Status.ANSWERED.value, Status.ABSTAINED.value)}
    if band == NONE:
        return cases.filter(facets={**asked, "support": (MISSED, "")}, missing=("rank",))
    low, high = (DEPTH + 1, None) if band == DEEPER else (int(band), int(band))
    return cases.filter(facets=asked, ranges={"rank": (low, high)})

"""Paired differences of two runs with their intervals: a forest plot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.decisions.board.marks import measure_of
from cairn_nb.decisions.reading.compared_pairs import compared_pairs
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.decisions.reading.settings import Settings, settings_of
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.systems import LABELS
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.records import PairedComparison
from cairn_nb.stats.paired.paired import TIE

COMPARED = (
    *("answer_score", "judge_score", "token_f1", "citation_validity", "faithfulness", "recall_at_5", "ndcg_at_10"),
    *("answer_rate", "error_rate_answered", "document_recall_at_5", "document_ndcg_at_10"),
)


@dataclass(frozen=True)
class Compared:
    """A measure of two runs over the cases that both have it for, and the cases that moved against the candidate."""

    measure: str
    result: PairedComparison
    against: tuple[str, ...]


def compared(runs: Runs) -> tuple[Compared, ...]:
    """Every compared measure that some case has on both sides, by the one function that every file's numbers are by."""
    pair, settings = Pair(*runs.reports), settings_of(runs.reports)
    found = (_compared(pair, name, settings) for name in COMPARED)
    return tuple(entry for entry in found if entry is not None)


def _compared(pair: Pair, name: str, settings: Settings) -> Compared | None:
    measure = measure_of(name)
    values = None if measure is None else pair.values(measure, by_document=settings.cluster == "document")
    if values is None or not values.case_ids:
        return None
    sides = np.array(values.candidate, dtype=np.float64), np.array(values.baseline, dtype=np.float64)
    (found,) = compared_pairs([sides], values.clusters, settings, CATALOG[name].high)
    sign = 1 if CATALOG[name].direction == "higher" else -1
    moved = zip(values.case_ids, values.baseline, values.candidate, strict=True)
    against = tuple(case_id for case_id, before, after in moved if sign * (before - after) >= TIE)
    return Compared(measure=name, result=found.clustered, against=against)


def differences_figure(runs: Runs, found: tuple[Compared, ...]) -> Figure | None:
    """Candidate minus baseline, a line for each measure of 0 to 1; it opens the cases that moved against the candidate.

    The answer score's points would press the others together; its difference stands in the table of numbers.
    """
    found = tuple(entry for entry in found if CATALOG[entry.measure].high == 1)
    if not found:
        return None
    return Figure(
        key="differences",
        title="Paired differences",
        note="Candidate minus baseline over the cases of both, 95% intervals. ↓: lower is better.",
        x=Axis(label="difference"),
        y=Axis(label="measure", kind="band", bands=tuple(_band(entry.measure) for entry in found), format="text"),
        marks=(
            Mark(kind="rule", name="no difference", role="muted", dash=True, points=(Point(x=0, y=0),)),
            Mark(kind="point", name="candidate − baseline", points=tuple(_point(runs, entry) for entry in found)),
        ),
    )


def _band(measure: str) -> str:
    return LABELS[measure] if CATALOG[measure].direction == "higher" else f"{LABELS[measure]} ↓"


def _point(runs: Runs, entry: Compared) -> Point:
    result, difference = entry.result, entry.result.diff
    ids = tuple(row_id for case_id in entry.against for row_id in runs.ids_by_case[case_id])
    label = LABELS[entry.measure]
    return Point(
        x=difference.value or 0.0,
        y=_band(entry.measure),
        low=difference.low,
        high=difference.high,
        n=difference.n,
        label=f"{label}: {result.wins} higher, {result.ties} equal, {result.losses} lower",
        filter=Filter(ids=ids, label=f"worse in {label}") if ids else None,
    )

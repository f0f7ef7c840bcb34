"""Confidence of right and of wrong answers, and the threshold between answering and abstaining."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from cairn_nb.explorer.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.cases import RIGHT, WRONG, Cases
from cairn_nb.stats.values import Floats

N_BINS = 20


def confidence_figure(cases: Cases) -> Figure | None:
    """Counts of judged answers by confidence, right and wrong side by side."""
    if not cases.judged.any():
        return None
    edges = _edges(cases.judged_confidence)
    marks = [
        Mark(kind="bar", name=RIGHT, role="good", points=_bars(cases, edges, RIGHT)),
        Mark(kind="bar", name=WRONG, role="bad", dash=True, points=_bars(cases, edges, WRONG)),
    ]
    return Figure(
        key="confidence_by_correctness",
        title="Confidence by correctness",
        note="Judged answers; what lies below the threshold was not answered.",
        x=Axis(label="confidence", low=float(edges[0]), high=float(edges[-1])),
        y=Axis(label="answers", format="int", low=0),
        marks=tuple(mark for mark in (*marks, *_threshold(cases)) if mark.points),
    )


def _edges(confidence: Floats) -> Floats:
    """Twenty bins over 0..1, or over what there is where confidence leaves it."""
    low, high = min(0.0, float(confidence.min())), max(1.0, float(confidence.max()))
    return np.linspace(low, high, N_BINS + 1)


def _bars(cases: Cases, edges: Floats, verdict: str) -> tuple[Point, ...]:
    """A bin holds its lower edge; the last one both. The filter runs between the values that are in it."""
    chosen = np.sort(cases.judged_confidence[cases.judged_right == (verdict == RIGHT)])
    bins = np.clip(np.searchsorted(edges, chosen, side="right") - 1, 0, N_BINS - 1)
    cuts = np.searchsorted(bins, np.arange(N_BINS + 1))
    return tuple(
        Point(
            x=float(edges[number]),
            to=float(edges[number + 1]),
            y=int(stop - start),
            n=int(stop - start),
            label=f"{verdict}, confidence {edges[number]:.2f} to {edges[number + 1]:.2f}",
            filter=cases.filter(
                facets={"verdict": (verdict,)},
                ranges={"confidence": (float(chosen[start]), float(chosen[stop - 1]))},
            ),
        )
        for number, (start, stop) in enumerate(pairwise(cuts))
        if stop > start
    )


def _threshold(cases: Cases) -> tuple[Mark, ...]:
    threshold = cases.report.abstention.threshold
    if threshold is None:
        return ()
    point = Point(x=threshold, y=0, label=f"threshold {threshold:.3f}")
    return (Mark(kind="rule", name=f"threshold {threshold:.3f}", role="neutral", dash=True, points=(point,)),)

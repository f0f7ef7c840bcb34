"""Confidence of right and of wrong answers, and the threshold between answering and abstaining."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor, log10

import numpy as np

from cairn_nb.explorer.figures.cases import RIGHT, WRONG, Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.stats.values import Floats

N_BINS = 20


def confidence_figure(cases: Cases) -> Figure | None:
    """Counts of judged answers by confidence, right and wrong side by side."""
    if not cases.judged.any():
        return None
    edges = _edges(cases)
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


def _edges(cases: Cases) -> Floats:
    """At most twenty bins of a round width from the threshold, or the least confidence, to the greatest."""
    threshold = cases.report.abstention.threshold
    values = cases.judged_confidence if threshold is None else np.append(cases.judged_confidence, threshold)
    low, high = float(values.min()), float(values.max())
    width = _round_width((high - low) / N_BINS)
    first = floor(low / width)
    return width * np.arange(first, max(ceil(high / width), first + 1) + 1, dtype=np.float64)


def _round_width(least: float) -> float:
    """The least of 1, 2 or 5 times a power of ten that is as wide."""
    if least <= 0:
        return 0.05
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least)


def _bars(cases: Cases, edges: Floats, verdict: str) -> tuple[Point, ...]:
    """A bin holds its lower edge; the last one both. The filter runs between the values that are in it."""
    chosen = np.sort(cases.judged_confidence[cases.judged_right == (verdict == RIGHT)])
    bins = np.clip(np.searchsorted(edges, chosen, side="right") - 1, 0, len(edges) - 2)
    cuts = np.searchsorted(bins, np.arange(len(edges)))
    return tuple(
        Point(
            x=float(edges[number]),
            to=float(edges[number + 1]),
            y=int(stop - start),
            n=int(stop - start),
            label=f"confidence {edges[number]:.3f} to {edges[number + 1]:.3f}",
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

"""Quality by category of question and system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.systems import LABELS, quality_metric, titled
from cairn_nb.explorer.rows.cells import SHARED
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.rows.opens import rows_behind
from cairn_nb.metrics.estimates import cluster_labels
from cairn_nb.metrics.measured import measure
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.records import Estimate
from cairn_nb.stats import Ratio, bootstrap_ratios, mean_of

RECALL = "recall_at_5"
# Resampling so many rows takes longer than a reader waits, and their intervals are narrow.
MOST_RESAMPLED = 10_000


def categories_figure(every: Sequence[Cases]) -> Figure | None:
    """The mean of the primary measure in each cell, or recall@5 where no answer has one; missing is blank.

    None with fewer than two categories.
    """
    metric = quality_metric(every)
    for name in (metric, RECALL):
        found = [(cases, _means(cases, name)) for cases in every]
        if any(means for _, means in found):
            return _figure(found, name)
    return None


def _figure(found: list[tuple[Cases, dict[str, Estimate]]], metric: str) -> Figure | None:
    sizes = _sizes([cases for cases, _ in found])
    scored = {name for _, means in found for name in means}
    heads = {name: f"{name} ({n})" for name, n in sizes.most_common() if name in scored}
    if len(heads) < 2:
        return None
    points = tuple(
        _cell(cases, name, heads[name], means[name], metric)
        for cases, means in found
        for name in heads
        if name in means
    )
    return Figure(
        key="categories",
        title=f"{titled(metric)} by category",
        note="Cases in brackets: a category with few is noisy. Blank where nothing was measured.",
        place="categories",
        x=Axis(label="system", kind="band", bands=tuple(cases.name for cases, _ in found), format="text"),
        y=Axis(label="category", kind="band", bands=tuple(heads.values()), format="score"),
        marks=(Mark(kind="cell", name=LABELS[metric], points=points),),
    )


def _sizes(every: Sequence[Cases]) -> Counter[str]:
    """How many rows of the table each category has: of the run with the most."""
    sizes: Counter[str] = Counter()
    for cases in every:
        sizes |= Counter(_categories(cases))
    return sizes


def _categories(cases: Cases) -> list[str]:
    return [SHARED["category"](row) for row in cases.rows]


def _means(cases: Cases, metric: str) -> dict[str, Estimate]:
    values, _ = measure(cases.rows, MEASUREMENTS[metric])
    names = np.array(_categories(cases), dtype=np.str_)
    ratios: dict[str, Ratio] = {}
    for name in np.unique(names[~np.isnan(values)]).tolist():
        if name:
            ratios[name] = mean_of(np.where(names == name, values, np.nan))
    if len(values) > MOST_RESAMPLED:
        return {name: Estimate(value=ratio.value, n=int(ratio.present.sum())) for name, ratio in ratios.items()}
    return bootstrap_ratios(ratios, cluster_labels(cases.rows)) if ratios else {}


def _cell(cases: Cases, name: str, head: str, found: Estimate, metric: str) -> Point:
    return Point(
        x=cases.name,
        y=head,
        value=found.value,
        low=found.low,
        high=found.high,
        n=found.n,
        label=f"{cases.name}: {name}",
        filter=_rows(cases, name, metric, found.value or 0.0),
    )


def _rows(cases: Cases, name: str, metric: str, value: float) -> Filter:
    """Those that count against the measure, in this category."""
    against = rows_behind(cases.runs, cases.run, metric, value) or Filter()
    return against.changed(facets={**against.facets, "category": (name,)})

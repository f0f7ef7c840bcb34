"""Intervals of the headline measures: one by what `stats.cluster` says, beside it the method's by plain questions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.decisions.reading.estimated import own_estimate
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.tables.measures import POINTS, headline
from cairn_nb.records import Estimate
from cairn_nb.stats import bootstrap_ratios, bootstrap_table, mean_of
from cairn_nb.stats.values import Floats


@dataclass(frozen=True)
class QuestionInterval:
    """The method's percentile bootstrap over questions; without width where every value is the same."""

    low: float | None
    high: float | None


@dataclass(frozen=True)
class Headline:
    """For each headline column, an interval of either kind for each system."""

    estimates: dict[str, list[Estimate]]
    by_question: dict[str, list[QuestionInterval]]


def headlines(systems: Systems) -> Headline:
    """Every headline measure with its intervals.

    The first kind is the report's own estimate, so that a number is the same wherever it is shown. It is made anew
    where the report has none, or another value: over trials of which some failed, a mean of questions' means is not
    the mean over answers.
    """
    columns = headline(systems.settings.primary_k)
    return Headline(
        estimates={column: _estimates(systems, column, measure) for column, measure in columns.items()},
        by_question=_by_question(systems, columns),
    )


def _estimates(systems: Systems, column: str, measure: str) -> list[Estimate]:
    values = systems.by_question(measure)
    made = [
        own_estimate(system.report, measure, value)
        for system, value in zip(systems.systems, systems.means(measure), strict=True)
    ]
    return [
        estimate if estimate is not None else _made(systems, values[:, place], column)
        for place, estimate in enumerate(made)
    ]


def _made(systems: Systems, values: Floats, column: str) -> Estimate:
    settings = systems.settings
    clusters = systems.clusters if settings.cluster == "document" else None
    ratio = mean_of(values, missing=_missing(values), is_share=column not in POINTS)
    return bootstrap_ratios(
        {column: ratio}, clusters, n_boot=settings.n_boot, seed=settings.seed, level=settings.level, interval="auto"
    )[column]


def _missing(values: Floats) -> dict[str, int]:
    gaps = int(np.isnan(values).sum())
    return {"missing": gaps} if gaps else {}


def _by_question(systems: Systems, columns: dict[str, str]) -> dict[str, list[QuestionInterval]]:
    settings, n_systems = systems.settings, len(systems.systems)
    every = np.concatenate([systems.by_question(measure) for measure in columns.values()], axis=1)
    found = bootstrap_table(every, n_boot=settings.n_boot, seed=settings.seed, level=settings.level).columns
    pairs = [
        question_interval(value, low, high) for value, low, high in zip(found.value, found.low, found.high, strict=True)
    ]
    return {column: pairs[place * n_systems : (place + 1) * n_systems] for place, column in enumerate(columns)}


def question_interval(value: float, low: float, high: float) -> QuestionInterval:
    """The bounds as the method defines them: every resample of equal values has their mean."""
    if np.isnan(value):
        return QuestionInterval(None, None)
    return QuestionInterval(float(value), float(value)) if np.isnan(low) else QuestionInterval(float(low), float(high))

"""Every system against one baseline, on the questions both answered.

`p_value`, `p_holm`, `significant` and `verdict` rest on the sign-flip test by what `stats.cluster` says; `ci_lo` and
`ci_hi` resample the same. The method's own are beside them: an interval and a two-sided p-value of a percentile
bootstrap over plain questions, whose floor is 2 / (n_boot + 1). Each metric is a Holm family of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from cairn_nb.decisions.tables.baseline import Baseline
from cairn_nb.decisions.tables.headline import question_interval
from cairn_nb.decisions.tables.measures import POINTS, compared
from cairn_nb.decisions.tables.systems import Systems
from cairn_nb.records import Record
from cairn_nb.records.section import MOST_POINTS
from cairn_nb.stats import bootstrap_table, cluster_codes, holm
from cairn_nb.stats.paired import TIE
from cairn_nb.stats.resample import unanimous_interval
from cairn_nb.stats.small_sample import SMALL, student_interval
from cairn_nb.stats.table import Differences
from cairn_nb.stats.values import Floats

RISK = 0.05
Verdict = Literal["better", "worse", "no clear difference"]


class SignificanceRow(Record):
    """One system minus the baseline on one metric; wins, ties and losses are questions from the system's side.

    `p_value` is null under six clusters, where no test can reach 5%.
    """

    metric: str
    system: str
    n: int
    mean_diff: float
    ci_lo: float | None
    ci_hi: float | None
    p_value: float | None
    p_holm: float | None
    significant: bool
    verdict: Verdict
    wins: int
    ties: int
    losses: int
    n_clusters: int
    question_ci_lo: float | None
    question_ci_hi: float | None
    p_bootstrap: float | None
    p_bootstrap_holm: float | None
    significant_bootstrap: bool
    verdict_bootstrap: Verdict


def significance(systems: Systems, baseline: Baseline) -> tuple[SignificanceRow, ...]:
    """A row a metric and system; none for a metric that the system or the baseline lacks."""
    found: list[SignificanceRow] = []
    for metric, measure in compared(systems.settings.primary_k).items():
        found += _compared(systems, systems.names.index(baseline.system), metric, systems.by_question(measure))
    return tuple(found)


def _compared(systems: Systems, base: int, metric: str, values: Floats) -> list[SignificanceRow]:
    shared = ~np.isnan(values) & ~np.isnan(values[:, [base]])
    others = [place for place in range(values.shape[1]) if place != base and shared[:, place].any()]
    if not others:
        return []
    settings = systems.settings
    pairs = [(place, base) for place in others]
    drawn = {"pairs": pairs, "n_boot": settings.n_boot, "seed": settings.seed, "level": settings.level}
    by_cluster = bootstrap_table(values, systems.clusters, **drawn).pairs  # type: ignore[arg-type]
    by_question = bootstrap_table(values, sign_flips=False, **drawn).pairs  # type: ignore[arg-type]
    adjusted = _family(by_cluster.p_value), _family(by_question.p_bootstrap)
    most = MOST_POINTS if metric in POINTS else 1.0
    bounds = [
        _bounds(systems, values[:, place] - values[:, base], by_cluster, at, most) for at, place in enumerate(others)
    ]
    return [
        _row(
            metric, systems.names[place], at, (by_cluster, by_question), bounds[at], (adjusted[0][at], adjusted[1][at])
        )
        for at, place in enumerate(others)
    ]


def _family(p_values: Floats) -> list[float | None]:
    return holm([None if np.isnan(p) else float(p) for p in p_values])


def _bounds(
    systems: Systems, differences: Floats, found: Differences, at: int, most: float
) -> tuple[float | None, float | None, int]:
    """A difference's interval and its number of clusters.

    Student's over clusters where these are few; where no question differs, the exact one of how many may. `most` is
    the largest difference that there can be.
    """
    kept = ~np.isnan(differences)
    labels = [label for label, keep in zip(systems.clusters, kept, strict=True) if keep]
    codes = cluster_codes(labels, len(labels))
    sums = np.bincount(codes, differences[kept]).astype(np.float64)
    sizes = np.bincount(codes).astype(np.float64)
    if not (np.abs(differences[kept]) >= TIE).any():
        reach = most * unanimous_interval(0.0, len(sums), systems.settings.level)[1]
        return -reach, reach, len(sums)
    if 2 <= len(sums) < SMALL:
        return *_within(student_interval(sums, sizes, systems.settings.level), most), len(sums)
    low, high = found.intervals.low[at], found.intervals.high[at]
    return (None, None, len(sums)) if np.isnan(low) else (float(low), float(high), len(sums))


def _within(bounds: tuple[float | None, float | None], most: float) -> tuple[float | None, float | None]:
    """Student's t does not know that a difference has bounds; where every cluster differs alike it has no width."""
    low, high = bounds
    if low is None or high is None or high - low < TIE:
        return None, None
    return max(low, -most), min(high, most)


def _row(
    metric: str,
    system: str,
    at: int,
    sides: tuple[Differences, Differences],
    bounds: tuple[float | None, float | None, int],
    adjusted: tuple[float | None, float | None],
) -> SignificanceRow:
    by_cluster, by_question = sides
    mean_diff = float(by_cluster.intervals.value[at])
    of_questions = question_interval(mean_diff, by_question.intervals.low[at], by_question.intervals.high[at])
    return SignificanceRow(
        metric=metric,
        system=system,
        n=int(by_cluster.intervals.n[at]),
        mean_diff=mean_diff,
        ci_lo=bounds[0],
        ci_hi=bounds[1],
        p_value=_number(by_cluster.p_value[at]),
        p_holm=adjusted[0],
        significant=_significant(adjusted[0]),
        verdict=_verdict(mean_diff, adjusted[0]),
        wins=int(by_cluster.wins[at]),
        ties=int(by_cluster.ties[at]),
        losses=int(by_cluster.losses[at]),
        n_clusters=bounds[2],
        question_ci_lo=of_questions.low,
        question_ci_hi=of_questions.high,
        p_bootstrap=_number(by_question.p_bootstrap[at]),
        p_bootstrap_holm=adjusted[1],
        significant_bootstrap=_significant(adjusted[1]),
        verdict_bootstrap=_verdict(mean_diff, adjusted[1]),
    )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _significant(p: float | None) -> bool:
    return p is not None and p < RISK


def _verdict(mean_diff: float, p: float | None) -> Verdict:
    if not _significant(p) or mean_diff == 0:
        return "no clear difference"
    return "better" if mean_diff > 0 else "worse"


def against(rows: Sequence[SignificanceRow], metric: str) -> dict[str, SignificanceRow]:
    """A metric's rows by system."""
    return {row.system: row for row in rows if row.metric == metric}

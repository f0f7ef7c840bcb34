"""Every system against one baseline, on the questions both answered.

`p_value`, `p_holm`, `significant` and `verdict` rest on the sign-flip test by what `stats.cluster` says; `ci_lo` and
`ci_hi` resample the same. The method's own are beside them: an interval and a two-sided p-value of a percentile
bootstrap over plain questions, whose floor is 2 / (n_boot + 1). Each metric is a Holm family of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from cairn_nb.decisions.reading.compared_pairs import ComparedPair, compared_pairs, paired_sides
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.tables.baseline import Baseline
from cairn_nb.decisions.tables.measures import compared
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.records import Record
from cairn_nb.stats import holm

RISK = 0.05
Verdict = Literal["better", "worse", "no clear difference"]


class SignificanceRow(Record):
    """One system minus the baseline on one metric; wins, ties and losses are questions from the system's side.

    `p_value` is null under six clusters, where no test can reach 5%. `smallest_visible` is the smallest true fall that
    these questions would show.
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
    smallest_visible: float | None
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
        found += _compared(systems, systems.names.index(baseline.system), metric, measure)
    return tuple(found)


def _compared(systems: Systems, base: int, metric: str, measure: str) -> list[SignificanceRow]:
    values = systems.by_question(measure)
    shared = ~np.isnan(values) & ~np.isnan(values[:, [base]])
    others = [place for place in range(values.shape[1]) if place != base and shared[:, place].any()]
    sides = paired_sides(values, [(place, base) for place in others])
    found = compared_pairs(sides, systems.clusters, systems.settings, CATALOG[measure].high)
    by_document = holm([pair.clustered.p_value for pair in found])
    by_question = holm([pair.plain.p_bootstrap for pair in found])
    return [
        _row(metric, systems.names[place], pair, adjusted)
        for place, pair, *adjusted in zip(others, found, by_document, by_question, strict=True)
    ]


def _row(metric: str, system: str, pair: ComparedPair, adjusted: Sequence[float | None]) -> SignificanceRow:
    found, plain = pair.clustered, pair.plain
    p_holm, p_bootstrap_holm = adjusted
    mean_diff = found.diff.value or 0.0
    return SignificanceRow(
        metric=metric,
        system=system,
        n=found.diff.n,
        mean_diff=mean_diff,
        ci_lo=found.diff.low,
        ci_hi=found.diff.high,
        p_value=found.p_value,
        p_holm=p_holm,
        significant=_significant(p_holm),
        verdict=_verdict(mean_diff, p_holm),
        wins=found.wins,
        ties=found.ties,
        losses=found.losses,
        n_clusters=found.diff.n_clusters or 0,
        smallest_visible=found.smallest_visible,
        question_ci_lo=plain.diff.low,
        question_ci_hi=plain.diff.high,
        p_bootstrap=plain.p_bootstrap,
        p_bootstrap_holm=p_bootstrap_holm,
        significant_bootstrap=_significant(p_bootstrap_holm),
        verdict_bootstrap=_verdict(mean_diff, p_bootstrap_holm),
    )


def _significant(p: float | None) -> bool:
    return p is not None and p < RISK


def _verdict(mean_diff: float, p: float | None) -> Verdict:
    if not _significant(p) or mean_diff == 0:
        return "no clear difference"
    return "better" if mean_diff > 0 else "worse"


def against(rows: Sequence[SignificanceRow], metric: str) -> dict[str, SignificanceRow]:
    """A metric's rows by system."""
    return {row.system: row for row in rows if row.metric == metric}

"""Which systems are better, worse or not clearly different from the first, measure by measure.

Paired sign-flip tests by document over the cases that both score, Holm-adjusted over the systems of a
measure at 5%. Percentiles have no value of a case and are not marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cairn_nb.decisions.pair import Measure, Pair, citation_measure
from cairn_nb.decisions.primary import row_measure
from cairn_nb.decisions.ranking import RISK
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.records import Report
from cairn_nb.stats.holm import holm
from cairn_nb.stats.paired import paired_comparison

Mark: TypeAlias = Literal["better", "worse", "unclear", ""]


def marks_against_first(reports: Sequence[Report], names: Sequence[str]) -> dict[str, list[Mark]]:
    """For each measure one mark a report; empty for the first and where nothing could be tested.

    Parameters
    ----------
    reports
        The one to compare with comes first; all over the same cases.
    names
        Measures of the catalogue.
    """
    pairs = [Pair(reports[0], other) for other in reports[1:]]
    return {name: ["", *_marks(pairs, name)] for name in names}


def measure_of(name: str) -> Measure | None:
    """A measure of one row by its catalogue name; None for a percentile.

    Citation validity is the answer's own share here, where the report's weighs answers by their claims.
    """
    if name == "citation_validity":
        return citation_measure
    return row_measure(name) if name in MEASUREMENTS else None


def _marks(pairs: Sequence[Pair], name: str) -> list[Mark]:
    measure = measure_of(name)
    if measure is None:
        return [""] * len(pairs)
    tested = [_tested(pair, measure) for pair in pairs]
    higher_is_better = CATALOG[name].direction == "higher"
    adjusted = holm([p_value for _, p_value in tested])
    return [_mark(rise, p, higher_is_better) for (rise, _), p in zip(tested, adjusted, strict=True)]


def _tested(pair: Pair, measure: Measure) -> tuple[float, float | None]:
    values = pair.values(measure)
    # Only the sign and the exact test's p-value are read, so one draw of the bootstrap will do.
    result = paired_comparison(values.candidate, values.baseline, values.clusters, n_boot=1)
    return result.diff.value or 0.0, result.p_value


def _mark(rise: float, p_value: float | None, higher_is_better: bool) -> Mark:
    if p_value is None:
        return ""
    if p_value > RISK:
        return "unclear"
    return "better" if (rise > 0) is higher_is_better else "worse"

"""Which systems are better, worse or not clearly different from the first, measure by measure.

Paired sign-flip tests by document over the cases that both score, Holm-adjusted over the systems of a
measure at 5%. Percentiles have no value of a case and are not marked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from cairn_nb.decisions.board.ranking import RISK
from cairn_nb.decisions.reading.pair import Measure, citation_measure
from cairn_nb.decisions.reading.primary import row_measure
from cairn_nb.decisions.reading.settings import Settings, settings_of
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.metrics.measured import MeasuredRows
from cairn_nb.metrics.measured import measure as measured
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.records import Report
from cairn_nb.stats.paired.holm import holm
from cairn_nb.stats.paired.paired import TIE
from cairn_nb.stats.paired.sign_flip_table import sign_flip_table
from cairn_nb.stats.power import MIN_CLUSTERS
from cairn_nb.stats.values import Codes, Floats, cluster_codes

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
    table = _Table(tuple(reports))
    return {name: ["", *_marks(table, name)] for name in names}


def measure_of(name: str) -> Measure | None:
    """A measure of one row by its catalogue name; None for a percentile.

    Citation validity is the answer's own share here, where the report's weighs answers by their claims.
    """
    if name == "citation_validity":
        return citation_measure
    return row_measure(name) if name in MEASUREMENTS else None


@dataclass(frozen=True)
class _Table:
    """The reports' answers by question, placed once for all measures."""

    reports: tuple[Report, ...]

    @cached_property
    def settings(self) -> Settings:
        """The seed, and what is resampled, as in the reports' other statistics."""
        return settings_of(self.reports)

    @cached_property
    def places(self) -> dict[str, int]:
        """Each question's row of the table."""
        questions = dict.fromkeys(row.case_id for report in self.reports for row in report.per_case)
        return {question: place for place, question in enumerate(questions)}

    @cached_property
    def codes(self) -> list[Codes]:
        """For each report the places of its answers."""
        return [np.array([self.places[row.case_id] for row in r.per_case], dtype=np.int64) for r in self.reports]

    @cached_property
    def clusters(self) -> Codes:
        """The document of each question, or the question itself, as a code."""
        found: dict[str, str] = {}
        for row in (row for report in self.reports for row in report.per_case):
            if row.cluster_id is not None and self.settings.cluster == "document":
                found.setdefault(row.case_id, row.cluster_id)
        return cluster_codes([found.get(question) or f"case:{question}" for question in self.places], len(self.places))

    def values(self, name: str) -> Floats:
        """One value a question and report, the mean over its trials that have one; NaN without."""
        columns = [self._means(report, codes, name) for report, codes in zip(self.reports, self.codes, strict=True)]
        return np.stack(columns, axis=1)

    def _means(self, report: Report, codes: Codes, name: str) -> Floats:
        values = _answers(report, name)
        kept, n = ~np.isnan(values), len(self.places)
        counts = np.bincount(codes[kept], minlength=n)
        sums = np.bincount(codes[kept], values[kept], n)
        return np.asarray(np.divide(sums, counts, out=np.full(n, np.nan), where=counts > 0))


def _answers(report: Report, name: str) -> Floats:
    if name == "citation_validity":
        return np.array([citation_measure(row) for row in report.per_case], dtype=np.float64)
    return measured(MeasuredRows.of(report.per_case), MEASUREMENTS[name])[0]


def _marks(table: _Table, name: str) -> list[Mark]:
    n_others = len(table.reports) - 1
    if measure_of(name) is None or not n_others:
        return [""] * n_others
    rises, p_values = _tested(table, table.values(name))
    higher_is_better = CATALOG[name].direction == "higher"
    return [_mark(rise, p, higher_is_better) for rise, p in zip(rises, holm(p_values), strict=True)]


def _tested(table: _Table, values: Floats) -> tuple[list[float], list[float | None]]:
    """Each other report's rise over the first, in sum, and its p-value; null under six documents."""
    differences = values[:, 1:] - values[:, :1]
    paired = ~np.isnan(differences)
    differences = np.where(paired & (np.abs(differences) >= TIE), differences, 0.0)
    n_clusters = int(table.clusters.max(initial=-1)) + 1
    sums, pairs = np.zeros((n_clusters, values.shape[1] - 1)), np.zeros((n_clusters, values.shape[1] - 1))
    np.add.at(sums, table.clusters, differences)
    np.add.at(pairs, table.clusters, paired)
    testable = (pairs > 0).sum(axis=0) >= MIN_CLUSTERS
    p_values = sign_flip_table(sums, seed=table.settings.seed).two_sided
    return sums.sum(axis=0).tolist(), [
        float(p) if enough else None for p, enough in zip(p_values, testable, strict=True)
    ]


def _mark(rise: float, p_value: float | None, higher_is_better: bool) -> Mark:
    if p_value is None:
        return ""
    if p_value > RISK:
        return "unclear"
    return "better" if (rise > 0) is higher_is_better else "worse"

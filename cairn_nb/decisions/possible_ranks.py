"""The ranks that each system of a leaderboard may truly have, all stated at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cairn_nb.decisions.primary import primary_measure, primary_value
from cairn_nb.records import CaseRow, Report
from cairn_nb.stats.rank_ranges import rank_ranges
from cairn_nb.stats.trials import question_means
from cairn_nb.stats.values import Floats

Ranks = tuple[int, int]


def possible_ranks(reports: Sequence[Report], metric: str) -> list[Ranks | None]:
    """The best and the worst rank of each, by the test of `rank_ranges` over documents; with 95% all of them hold.

    None for a report that has no value of the measure, or no rows.

    Parameters
    ----------
    reports
        All over the same cases.
    metric
        What ranks.
    """
    placed = [i for i, report in enumerate(reports) if report.per_case and primary_value(report, metric) is not None]
    if not placed:
        return [None] * len(reports)
    values, documents = _values([reports[i] for i in placed], metric)
    found = dict(zip(placed, rank_ranges(values, documents), strict=True))
    return [(found[i].best, found[i].worst) if i in found else None for i in range(len(reports))]


def _values(reports: Sequence[Report], metric: str) -> tuple[Floats, list[str]]:
    """One value a case and report, the mean over its trials that have one, and each case's document."""
    measure = primary_measure(metric)
    first = {row.case_id: row for row in reports[0].per_case}
    place = {case_id: number for number, case_id in enumerate(first)}
    table = np.full((len(place), len(reports)), np.nan)
    for column, report in enumerate(reports):
        rows = [row for row in report.per_case if row.case_id in place]
        means = question_means([measure(row) for row in rows], [row.case_id for row in rows])
        table[[place[str(case_id)] for case_id in means.questions], column] = means.means
    return table, [_document(row) for row in first.values()]


def _document(row: CaseRow) -> str:
    return row.cluster_id or f"case:{row.case_id}"

"""The ranks that each system of a leaderboard may truly have, all stated at once."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.primary import primary_value
from cairn_nb.decisions.reading.settings import settings_of
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.records import Report
from cairn_nb.stats.paired.rank_ranges import rank_ranges

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
    systems = Systems.of([reports[i] for i in placed], settings_of(reports))
    ranges = rank_ranges(systems.by_question(metric), systems.clusters, seed=systems.settings.seed)
    found = dict(zip(placed, ranges, strict=True))
    return [(found[i].best, found[i].worst) if i in found else None for i in range(len(reports))]

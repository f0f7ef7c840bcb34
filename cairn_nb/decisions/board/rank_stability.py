"""Would one pass have shown the same order? How often each system holds its rank from one trial to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cairn_nb.records import CaseRow, Report, Status
from cairn_nb.stats.trials import rank_stability as shares_of_trials


def answer_score(row: CaseRow) -> float | None:
    """The mean of the five grades; None for a trial that failed."""
    return None if row.status is Status.ERROR else row.answer_score


def rank_stability(
    reports: Sequence[Report], measure: Callable[[CaseRow], float | None] = answer_score
) -> list[float | None]:
    """For each report the share of trials on which its system holds the rank that it has over all of them.

    Parameters
    ----------
    reports
        One a system.
    measure
        What ranks, higher is better; by default the answer score.

    Returns
    -------
    list
        None everywhere under two trials that all systems have, and for a system without a value.
    """
    asked = [{row.trial for row in report.per_case} for report in reports]
    trials = sorted(set.intersection(*asked)) if asked else []
    if len(trials) < 2:
        return [None] * len(reports)
    questions = {row.case_id: None for report in reports for row in report.per_case}
    place = {case_id: number for number, case_id in enumerate(questions)}
    scores = np.full((len(reports), len(place), len(trials)), np.nan)
    for system, report in enumerate(reports):
        for row in report.per_case:
            value = measure(row)
            if value is not None and row.trial in trials:
                scores[system, place[row.case_id], trials.index(row.trial)] = value
    return shares_of_trials(scores)

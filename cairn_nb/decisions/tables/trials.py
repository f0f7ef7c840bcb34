"""What asking every question more than once shows of each system."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.decisions.tables.costs import is_correct
from cairn_nb.decisions.tables.measures import ANSWER_SCORE
from cairn_nb.decisions.tables.systems import System, Systems
from cairn_nb.stats import pass_at_k, pass_hat_k, rank_stability, trial_sd
from cairn_nb.stats.values import Floats


@dataclass(frozen=True)
class Repeated:
    """One system: spread within a question, right at least once, right every time, and how often its rank held."""

    answer_score_trial_sd: float | None
    pass_at_k: float | None
    pass_hat_k: float | None
    rank_stability: float | None


def repeated(systems: Systems) -> list[Repeated] | None:
    """One a system; None where every question was asked once."""
    if systems.n_trials == 1:
        return None
    stability = rank_stability(_scores(systems))
    return [_of(system, held) for system, held in zip(systems.systems, stability, strict=True)]


def _of(system: System, held: float | None) -> Repeated:
    scores, questions = system.answers(ANSWER_SCORE), [row.case_id for row in system.rows]
    if np.isnan(scores).all():
        return Repeated(None, None, None, None)
    correct = [is_correct(row) for row in system.rows]
    return Repeated(
        answer_score_trial_sd=trial_sd(scores, questions),
        pass_at_k=pass_at_k(correct, questions, n_boot=1).value,
        pass_hat_k=pass_hat_k(correct, questions, n_boot=1).value,
        rank_stability=held,
    )


def _scores(systems: Systems) -> Floats:
    """Answer scores, shape (systems, questions, trials), NaN where a trial failed or was never asked."""
    places = {question: place for place, question in enumerate(systems.questions)}
    found = np.full((len(systems.systems), len(places), systems.n_trials), np.nan)
    for number, system in enumerate(systems.systems):
        for row, score in zip(system.rows, system.answers(ANSWER_SCORE), strict=True):
            found[number, places[row.case_id], row.trial] = score
    return found

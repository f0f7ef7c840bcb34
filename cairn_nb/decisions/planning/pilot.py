"""What a finished run, or two beside each other, say about how paired differences vary.

Two reports over the same cases show it directly. One report shows how one system's scores vary; the other system's
are taken to vary alike and to correlate with them. What repeated trials differ by is only known where there were
trials; with one it stays inside the questions' variance, which makes a plan for one trial right and says nothing
about more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.decisions.planning.metrics import measure_of
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.errors import InputError
from cairn_nb.records import CaseRow, Report
from cairn_nb.stats import Spread, as_floats, cluster_codes, question_means, trial_variance
from cairn_nb.stats.planning import DifferenceSpread
from cairn_nb.stats.values import Codes, Floats


@dataclass(frozen=True)
class Pilot:
    """How differences vary, and what stands behind that.

    `spread` is that of shares of the metric's largest value. `trials_known` says whether `spread.trial_variance` was
    measured; `cost_per_answer_usd` is a mean over answers with their judging, null where one has no price.
    """

    metric: str
    source: str
    spread: DifferenceSpread
    trials_known: bool
    n_cases: int
    n_measured: int
    trials: int
    cost_per_answer_usd: float | None


def chosen_metric(reports: Sequence[Report], asked: str | None) -> str:
    """The metric asked for; else the judge's score where every report has one, else token F1."""
    judged = all(report.answer.judge_score is not None for report in reports)
    return asked or ("judge_score" if judged else "token_f1")


def pilot_of_one(report: Report, metric: str | None, correlation: float) -> Pilot:
    """From one report.

    Raises
    ------
    InputError
        If fewer than two cases have a value.
    """
    name = chosen_metric([report], metric)
    values, rows = _values(report, name)
    found = question_means(values, [row.case_id for row in rows])
    first = {row.case_id: row for row in reversed(rows)}
    codes = _codes([first[str(case)] for case in found.questions])
    noise, trials = trial_variance(values, [row.case_id for row in rows]), _trials(rows)
    spread = _spread(found.means, codes, noise, trials, factor=2 * (1 - correlation), noise_factor=2.0)
    return Pilot(
        metric=name,
        source=f"{report.config_name}, another system taken to correlate with it by {correlation:g}",
        spread=spread,
        trials_known=noise is not None,
        n_cases=len(found.questions),
        n_measured=int((~np.isnan(found.means)).sum()),
        trials=trials,
        cost_per_answer_usd=_cost(report.per_case),
    )


def pilot_of_two(baseline: Report, candidate: Report, metric: str | None) -> Pilot:
    """From two reports over the same cases.

    Raises
    ------
    InputError
        If fewer than two cases have a value in both.
    """
    name = chosen_metric([baseline, candidate], metric)
    pair = Pair(baseline, candidate)
    values = pair.values(measure_of(name))
    differences = np.array(values.candidate) - np.array(values.baseline)
    noises, trials = [], []
    for report in (baseline, candidate):
        scores, rows = _values(report, name)
        noises.append(trial_variance(scores, [row.case_id for row in rows]))
        trials.append(_trials(rows))
    known = [noise for noise in noises if noise is not None]
    noise = sum(known) if len(known) == 2 else None
    codes = cluster_codes(values.clusters, len(differences))
    grades = Spread.of(np.array(values.baseline), codes).design_effect if len(differences) else 1.0
    rows = (*baseline.per_case, *candidate.per_case)
    return Pilot(
        metric=name,
        source=f"paired differences of {baseline.config_name} and {candidate.config_name}",
        spread=_spread(differences, codes, noise, min(trials), loss_effect=grades),
        trials_known=noise is not None,
        n_cases=len(pair.cases),
        n_measured=len(differences),
        trials=min(trials),
        cost_per_answer_usd=_cost(rows),
    )


def _values(report: Report, metric: str) -> tuple[Floats, tuple[CaseRow, ...]]:
    measure = measure_of(metric)
    return as_floats([measure(row) for row in report.per_case]), report.per_case


def _codes(rows: Sequence[CaseRow]) -> Codes:
    return cluster_codes([row.cluster_id or f"case:{row.case_id}" for row in rows], len(rows))


def _trials(rows: Sequence[CaseRow]) -> int:
    return max((row.trial for row in rows), default=0) + 1


def _spread(
    values: Floats,
    codes: Codes,
    noise: float | None,
    trials: int,
    *,
    factor: float = 1.0,
    noise_factor: float = 1.0,
    loss_effect: float | None = None,
) -> DifferenceSpread:
    kept = ~np.isnan(values)
    if kept.sum() < 2:
        raise InputError("fewer than two cases have a value, so nothing is known about how they vary", key="metric")
    spread = Spread.of(values[kept], np.unique(codes[kept], return_inverse=True)[1])
    questions = max(spread.case_variance - (noise or 0.0) / trials, 0.0)
    # Trials are independent also within a document, so likeness is the questions' alone.
    alike = (spread.design_effect - 1) * (spread.case_variance / questions if questions > 0 else 0.0)
    return DifferenceSpread(
        question_variance=factor * questions,
        trial_variance=noise_factor * (noise or 0.0),
        questions_per_cluster=spread.mean_size,
        design_effect=min(1 + alike, spread.mean_size),
        loss_effect=spread.design_effect if loss_effect is None else loss_effect,
    )


def _cost(rows: Sequence[CaseRow]) -> float | None:
    costs = [row.cost_usd for row in rows]
    known = [cost for cost in costs if cost is not None]
    if not rows or len(known) < len(costs):
        return None
    judging = sum(row.judge_cost_usd or 0.0 for row in rows)
    return (sum(known) + judging) / len(rows)

"""metrics_summary.csv: one row a system, every column a mean over the questions that succeeded for it.

Precision of abstaining is a share of refusals, so it is over answers; every other mean is over questions, each with the
mean of its trials.
"""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.systems import System, Systems
from cairn_nb.decisions.tables.costs import Costs
from cairn_nb.decisions.tables.headline import Headline
from cairn_nb.decisions.tables.latencies import latency_of
from cairn_nb.decisions.tables.measures import ABSTENTION, ANSWER, RETRIEVAL, is_optional
from cairn_nb.decisions.tables.pareto import ParetoFront
from cairn_nb.decisions.tables.trials import Repeated
from cairn_nb.decisions.wording.table import Cell, Table
from cairn_nb.metrics import judging

HEURISTIC = "heuristic"


def metrics_summary(
    systems: Systems, headline: Headline, front: ParetoFront, repeated: Sequence[Repeated] | None
) -> Table:
    """The table; columns of evidence and of claims only when there are some, of trials only when there are several."""
    return Table.of(
        {
            "system": systems.names,
            "n_ok": [len(system.succeeded) for system in systems.systems],
            "n_error": [len(system.rows) - len(system.succeeded) for system in systems.systems],
            **_means(systems),
            **_intervals(headline),
            **_costs(systems),
            **_latencies(systems),
            "pareto_optimal": [front.is_on(name) for name in systems.names],
            **_fallbacks(systems.systems),
            **_trials(repeated),
        }
    )


def _means(systems: Systems) -> dict[str, Sequence[Cell]]:
    found: dict[str, Sequence[Cell]] = {}
    for column, measure in {**RETRIEVAL, **ANSWER}.items():
        means = systems.means(measure)
        if not is_optional(column) or any(value is not None for value in means):
            found[column] = means
    rates = {name: systems.means(name) for name in ABSTENTION}
    rates["abstain_precision"] = [system.pooled("abstain_precision") for system in systems.systems]
    return {**found, **rates}


def _intervals(headline: Headline) -> dict[str, Sequence[Cell]]:
    found: dict[str, Sequence[Cell]] = {}
    for column, estimates in headline.estimates.items():
        by_question = headline.by_question[column]
        found[f"{column}_ci_lo"] = [estimate.low for estimate in estimates]
        found[f"{column}_ci_hi"] = [estimate.high for estimate in estimates]
        found[f"{column}_question_ci_lo"] = [interval.low for interval in by_question]
        found[f"{column}_question_ci_hi"] = [interval.high for interval in by_question]
    return found


def _costs(systems: Systems) -> dict[str, Sequence[Cell]]:
    costs = [Costs(system) for system in systems.systems]
    return {
        "cost_per_question": [cost.per_question for cost in costs],
        "judge_cost": [cost.judging_per_question for cost in costs],
        "ingestion_cost": [cost.ingestion for cost in costs],
        "cost_per_correct": [cost.per_correct for cost in costs],
    }


def _latencies(systems: Systems) -> dict[str, Sequence[Cell]]:
    found = [latency_of(system, systems.settings.level) for system in systems.systems]
    return {
        "latency_ms_mean": [latency.mean_ms for latency in found],
        "latency_ms_p50": [latency.p50_ms for latency in found],
        "latency_ms_p95": [latency.p95_ms.value for latency in found],
        "latency_ms_p95_ci_lo": [latency.p95_ms.low for latency in found],
        "latency_ms_p95_ci_hi": [latency.p95_ms.high for latency in found],
        "latency_source": [latency.source for latency in found],
    }


def _fallbacks(systems: Sequence[System]) -> dict[str, Sequence[Cell]]:
    """Where a model graded, the share of answers that the heuristic judge graded in its stead."""
    rates = [fallback_rate(system) for system in systems]
    return {"judge_fallback_rate": rates} if any(rate is not None for rate in rates) else {}


def fallback_rate(system: System) -> float | None:
    """None where no model graded: a heuristic that was asked for stands in for nobody."""
    known = judging.fallback_rate(system.succeeded)
    if known is not None:
        return known
    if system.report.judging is not None and system.report.judging.judge_fallback_rate is not None:
        return system.report.judging.judge_fallback_rate
    judges = [row.axes_judge for row in system.succeeded if row.axes_judge is not None]
    if all(judge == HEURISTIC for judge in judges):
        return None
    return sum(judge == HEURISTIC for judge in judges) / len(judges)


def _trials(repeated: Sequence[Repeated] | None) -> dict[str, Sequence[Cell]]:
    if repeated is None:
        return {}
    return {
        "answer_score_trial_sd": [found.answer_score_trial_sd for found in repeated],
        "pass_at_k": [found.pass_at_k for found in repeated],
        "pass_hat_k": [found.pass_hat_k for found in repeated],
        "rank_stability": [found.rank_stability for found in repeated],
    }

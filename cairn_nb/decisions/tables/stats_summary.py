"""stats.json: how the numbers were made, and for each system its counts, means and intervals."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.tables.baseline import Baseline
from cairn_nb.decisions.tables.costs import Costs
from cairn_nb.decisions.tables.headline import Headline
from cairn_nb.decisions.tables.trials import Repeated
from cairn_nb.records import Estimate, Record


class Methods(Record):
    """What each number was made by, in words."""

    ci: str
    question_ci: str = "percentile bootstrap over questions, all trials of a question together"
    p_value: str
    p_bootstrap: str = "two-sided percentile bootstrap over questions, floor 2 / (n_boot + 1)"
    adjustment: str = "Holm, a family a metric; significant below 0.05"


class TrialFigures(Record):
    """What repeated trials show of one system."""

    answer_score_trial_sd: float | None
    pass_at_k: float | None
    pass_hat_k: float | None
    rank_stability: float | None


class SystemFigures(Record):
    """`n_questions` have an answer that succeeded; `question_intervals` are the method's, low and high."""

    n_questions: int
    n_ok: int
    n_error: int
    estimates: dict[str, Estimate]
    question_intervals: dict[str, tuple[float | None, float | None]]
    cost_per_correct: float | None
    trials: TrialFigures | None = None


class StatsSummary(Record):
    """The statistics of a bench run; `trials` is how often each question was asked, null for once."""

    method: Methods
    n_boot: int
    seed: int
    level: float
    cluster: str
    primary_k: int
    baseline: Baseline
    trials: int | None
    systems: dict[str, SystemFigures]


def stats_summary(
    systems: Systems, headline: Headline, baseline: Baseline, repeated: Sequence[Repeated] | None
) -> StatsSummary:
    """The whole of it."""
    settings = systems.settings
    return StatsSummary(
        method=_methods(settings.cluster),
        n_boot=settings.n_boot,
        seed=settings.seed,
        level=settings.level,
        cluster=settings.cluster,
        primary_k=settings.primary_k,
        baseline=baseline,
        trials=systems.n_trials if repeated is not None else None,
        systems={
            name: _figures(systems, headline, place, None if repeated is None else repeated[place])
            for place, name in enumerate(systems.names)
        },
    )


def _methods(cluster: str) -> Methods:
    unit = "document" if cluster == "document" else "question"
    return Methods(
        ci=f"each estimate names its own; what is resampled is the {unit}, and a difference of fewer than 100 of them "
        "takes Student's t",
        p_value=f"two-sided sign-flip test by {unit}; none under six",
    )


def _figures(systems: Systems, headline: Headline, place: int, repeated: Repeated | None) -> SystemFigures:
    system = systems.systems[place]
    bounds = {column: intervals[place] for column, intervals in headline.by_question.items()}
    return SystemFigures(
        n_questions=len({row.case_id for row in system.succeeded}),
        n_ok=len(system.succeeded),
        n_error=len(system.rows) - len(system.succeeded),
        estimates={column: estimates[place] for column, estimates in headline.estimates.items()},
        question_intervals={column: (interval.low, interval.high) for column, interval in bounds.items()},
        cost_per_correct=Costs(system).per_correct,
        trials=None if repeated is None else TrialFigures(**vars(repeated)),
    )

"""From finished reports to the system to deploy, and two runs beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cairn_nb.api.inputs import RunLike

if TYPE_CHECKING:
    from cairn_nb.records.recommendation import Recommendation
    from cairn_nb.records.run_comparison import RunComparisons
    from cairn_nb.records.selection_policy import SelectionPolicy


def recommend(
    run: RunLike,
    *,
    policy: SelectionPolicy | str | Path | None = None,
    profile: str | None = None,
    weights: Mapping[str, float] | None = None,
    out: str | Path | None = None,
    **limits: Any,
) -> Recommendation:
    """Say which system to deploy, which ones are tied with it, and why.

    Parameters
    ----------
    run
        A bench run's folder, a folder of reports, or reports or their files, one a system.
    policy
        Limits, profile and weights as a record or a YAML file; what else is given wins over it.
    profile
        ``balanced``, ``cheapest_acceptable``, ``lowest_latency`` or ``max_quality``.
    weights
        Of ``quality``, ``cost`` and ``latency``, in place of the profile's.
    out
        The folder for ``recommendation.md``, ``recommendation.json`` and ``winner.yaml``; by default the bench run's,
        and none for reports by themselves.
    limits
        The fields of `cairn_nb.records.selection_policy.Constraints`, for example ``max_cost_per_question=0.02``.

    Returns
    -------
    Recommendation
        ``winner`` is null when no system meets every limit; ``closest_miss`` then names the nearest.

    Raises
    ------
    InputError
        If an option does not fit, or there is nothing to choose from.
    NotComparableError
        If the reports do not measure the same thing.
    """
    from cairn_nb.api.recommendation_files import recommend_into, run_reports
    from cairn_nb.config.selection import read_policy
    from cairn_nb.decisions.selection.asked import policy_of

    base = read_policy(policy) if isinstance(policy, str | Path) else policy
    asked = policy_of(base, profile=profile, weights=weights, limits=limits)
    reports, folder = run_reports(run)
    return recommend_into(reports, asked, folder if out is None else Path(out))


def compare(
    baseline: RunLike, candidate: RunLike, *others: RunLike, metrics: Sequence[str] | None = None
) -> RunComparisons:
    """Compare finished runs question by question: what differs, and whether it is more than chance.

    Parameters
    ----------
    baseline, candidate
        Two reports or their files, or two bench runs' folders; of bench runs, systems of the same name are compared.
    others
        More candidates, each compared with the baseline.
    metrics
        Names of measures; by default the main ones that both runs have.

    Returns
    -------
    RunComparisons
        ``pairs`` has for each pair the measures with means, paired differences, p-values and verdicts, the questions
        that changed, and warnings.

    Raises
    ------
    NotComparableError
        If documents or golden sets differ, or no question is shared.
    InputError
        If there is nothing to compare, or a measure is unknown.
    """
    from cairn_nb.api.compared_runs import compared

    return compared(baseline, [candidate, *others], metrics)

"""How many cases and trials a difference needs, before any is paid for.

The test, its power and the form of a loss are those of `power` (one-sided 5% shared among the comparisons by
Bonferroni's rule, 80% power); here its equation is solved for the number of clusters. A paired difference of
question means over K trials has the variance

    V = V_questions + V_trials / K

(Miller 2024, arXiv:2411.00640, section 5): what questions differ by stays, what the systems' own randomness adds is
averaged out. Trials are independent draws also within a document, so only the first term carries the design effect.
The figures hold for cases that vary like the ones they were taken from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log2

from cairn_nb.errors import InputError
from cairn_nb.stats.power import LEVEL, MIN_CLUSTERS, Spread, found_with_power, visible_drop

MOST_CLUSTERS = 10_000_000


@dataclass(frozen=True)
class DifferenceSpread:
    """How paired differences of two systems vary, values in 0..1.

    `question_variance` is that of the difference of a question's expected scores, `trial_variance` what one trial of
    both systems adds to it. `design_effect` is the variance of a cluster's sum over that of as many independent
    questions; `loss_effect` the same for lost answers, at least.
    """

    question_variance: float
    trial_variance: float = 0.0
    questions_per_cluster: float = 1.0
    design_effect: float = 1.0
    loss_effect: float = 1.0

    def __post_init__(self) -> None:
        if min(self.question_variance, self.trial_variance) < 0 or self.questions_per_cluster < 1:
            raise InputError("variances must be at least 0 and a cluster must hold at least one question")

    def over(self, n_clusters: int, trials: int) -> Spread:
        """The spread of so many clusters whose questions are asked so often."""
        trial = self.trial_variance / trials
        size = self.questions_per_cluster
        return Spread(
            n_clusters=n_clusters,
            mean_size=size,
            case_variance=self.question_variance + trial,
            cluster_variance=size * (self.design_effect * self.question_variance + trial),
        )

    def effect(self) -> float:
        """The design effect that losses are taken to have."""
        return min(max(self.design_effect, self.loss_effect, 1.0), self.questions_per_cluster)


def cases_needed(
    difference: float, spread: DifferenceSpread, *, trials: int = 1, comparisons: int = 1
) -> tuple[int, int] | None:
    """The fewest cases, and the clusters they lie in, that show a true drop of `difference` with 80% power.

    Parameters
    ----------
    difference
        Between 0 and 1.
    spread
        Of the paired differences.
    trials
        How often each question is asked of each system.
    comparisons
        How many systems are compared with the baseline.

    Returns
    -------
    tuple or None
        None where ten million clusters would not do.

    Raises
    ------
    InputError
        If a number is out of range.
    """
    _check(difference, trials, comparisons)
    level = 1 - (1 - LEVEL) / comparisons
    least = least_clusters(comparisons)
    low, high = least - 1, least
    while not found_with_power(spread.over(high, trials), difference, spread.effect(), level):
        low, high = high, 2 * high
        if high > MOST_CLUSTERS:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if found_with_power(spread.over(middle, trials), difference, spread.effect(), level):
            high = middle
        else:
            low = middle
    return ceil(high * spread.questions_per_cluster - 1e-9), high


def difference_shown(n_cases: int, spread: DifferenceSpread, *, trials: int = 1, comparisons: int = 1) -> float | None:
    """The smallest true drop that `n_cases` show with 80% power; None where they show none."""
    _check(0.5, trials, comparisons)
    n_clusters = int(n_cases / spread.questions_per_cluster + 1e-9)
    if n_clusters < least_clusters(comparisons):
        return None
    return visible_drop(
        spread.over(n_clusters, trials), loss_effect=spread.effect(), level=1 - (1 - LEVEL) / comparisons
    )


def least_clusters(comparisons: int = 1) -> int:
    """The fewest clusters whose smallest sign-flip p-value, 2^-n, passes at 5% shared among the comparisons."""
    return max(MIN_CLUSTERS, ceil(log2(comparisons / (1 - LEVEL)) - 1e-9))


def with_trials(spread: DifferenceSpread, trial_variance: float) -> DifferenceSpread:
    """The same total variance of one trial, split: so much of it comes from the trials."""
    total = spread.question_variance + spread.trial_variance
    return replace(spread, question_variance=max(total - trial_variance, 0.0), trial_variance=trial_variance)


def _check(difference: float, trials: int, comparisons: int) -> None:
    if not 0 < difference < 1:
        raise InputError(f"the difference must lie between 0 and 1, not {difference}")
    if trials < 1 or comparisons < 1:
        raise InputError(f"trials and comparisons must be at least 1, not {trials} and {comparisons}")

"""Which system to deploy, which are tied with it, and why."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.base import Record
from cairn_nb.records.estimate import Estimate
from cairn_nb.records.selection_policy import SelectionPolicy, Weights

Place = Literal["winner", "tied", "rest"]


class BrokenLimit(Record):
    """A limit that a system does not meet: by `by` beyond it, or without a `value` because it was not measured.

    `relative` is `by` as a share of the limit. Requirements have neither; `sentence` says what breaks them.
    """

    constraint: str
    limit: float | None = None
    value: float | None = None
    by: float | None = None
    relative: float | None = None
    sentence: str


class SystemNumbers(Record):
    """What a system came to. Quality is in `quality_metric` of the recommendation.

    `cost_per_question_usd` is answering and judging, `latency_ms` the mean; `latency_source` says whether times are
    from questions asked one at a time (``probe``) or many at once. `model_calls` and `steps` are means over questions.
    """

    system: str
    config_hash: str
    quality: Estimate
    cost_per_question_usd: float | None = None
    latency_ms: float | None = None
    latency_p95_ms: float | None = None
    latency_source: Literal["probe", "concurrent", "none"] = "none"
    faithfulness: float | None = None
    answer_score: float | None = None
    ingestion_cost_usd: float | None = None
    model_calls: float | None = None
    steps: float | None = None


class RankedSystem(Record):
    """A system that meets every limit, at its place. `score` is the weighted one, 0 to 1; null without a quality."""

    numbers: SystemNumbers
    place: Place
    rank: int = Field(ge=1)
    score: float | None = None

    @property
    def system(self) -> str:
        """Its name."""
        return self.numbers.system


class ExcludedSystem(Record):
    """A system that breaks a limit."""

    numbers: SystemNumbers
    broken: tuple[BrokenLimit, ...]

    @property
    def system(self) -> str:
        """Its name."""
        return self.numbers.system


class LeftOutSystem(Record):
    """A report that takes no part, and why."""

    system: str
    reason: str


class TieTest(Record):
    """A system against the best one: its mean minus the best's over the questions that both have.

    `p_value` is by sign flips of documents and null under six of them: nothing can be told, so it is tied. `p_holm` is
    adjusted over the systems tested. `question_difference`, `p_bootstrap` and `p_bootstrap_holm` are the paired
    bootstrap of plain questions, shown beside; the decision does not rest on it.
    """

    system: str
    best: str
    difference: Estimate
    p_value: float | None = None
    p_holm: float | None = None
    question_difference: Estimate
    p_bootstrap: float | None = None
    p_bootstrap_holm: float | None = None
    wins: int = 0
    ties: int = 0
    losses: int = 0
    verdict: Literal["worse", "no clear difference", "cannot tell"]

    @property
    def is_tied(self) -> bool:
        """Whether it is not significantly worse."""
        return self.verdict != "worse"


class CategoryBest(Record):
    """The best mean of one question category; descriptive only, because categories are small.

    `tied` are other systems with the same mean.
    """

    category: str
    n: int
    system: str
    value: float
    tied: tuple[str, ...] = ()


class ClosestMiss(Record):
    """Where nothing qualifies: the system that comes nearest."""

    system: str
    broken: tuple[BrokenLimit, ...]


class Recommendation(Record):
    """The system to deploy under a policy.

    `winner` is null when no system meets every limit; then `closest_miss` names the nearest. `best` has the highest
    mean of `quality_metric` among those that do, `tied` are the others that are not significantly worse than it
    (without the winner). `ranking` has the winner, the tied best first, then the rest by weighted score.
    `winner_config` is the winner's experiment file, null where its report does not carry the configuration.
    """

    winner: str | None
    tied: tuple[str, ...] = ()
    policy: SelectionPolicy
    weights: Weights
    quality_metric: str | None = None
    best: str | None = None
    n_questions: int = 0
    ranking: tuple[RankedSystem, ...] = ()
    excluded: tuple[ExcludedSystem, ...] = ()
    left_out: tuple[LeftOutSystem, ...] = ()
    ties: tuple[TieTest, ...] = ()
    by_category: tuple[CategoryBest, ...] = ()
    closest_miss: ClosestMiss | None = None
    rationale: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    seed: int = 0
    n_boot: int = 2000
    winner_config: str | None = None

    @property
    def exit_code(self) -> int:
        """0 with a winner, 1 when nothing qualifies."""
        return 0 if self.winner is not None else 1

"""What came of a pairwise arena: standings, who beat whom, and which way the judge leaned."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.estimate import Estimate
from cairn_nb.records.section import OptionalShare, Section

NOTHING = Estimate(value=None)
# Elo points: fits of equal strengths end this near each other.
SAME = 1e-6


class ArenaPlan(Section):
    """Which answers were to meet and who was to judge them; it lies beside the comparisons.

    `pairs` is null for comparisons that no arena of ours planned. `n_planned` counts the comparisons that were planned,
    `stopped` says why some of them were not made. `answers` has a digest of each system's answers, by which a later
    reader knows whether they are still the ones that met. `replayed` names the cassette that the verdicts came from,
    with the digest of its lines; null where models were asked.
    """

    pairs: Literal["all", "vs_baseline", "adaptive"] | None = None
    max_pairs_per_question: int | None = None
    seed: int = 0
    baseline: str | None = None
    judges: tuple[str, ...] = ()
    prompt_version: str = ""
    n_planned: int | None = Field(default=None, ge=0)
    stopped: str | None = None
    answers: dict[str, str] = Field(default_factory=dict)
    replayed: dict[str, str] | None = None


class ArenaStanding(Section):
    """One system. `score` is on the Elo scale, its interval by questions; `score_by_document` has the clustered one.

    A comparison with a score above 0.5 is a win, one of 0.5 a tie; `points` are the scores added up, `win_rate` their
    share of the comparisons, and `win_rate_estimate` the same with its interval. Scores are null for a system that met
    nobody.
    """

    system: str
    score: Estimate = NOTHING
    score_by_document: Estimate = NOTHING
    points: float = Field(default=0.0, ge=0)
    wins: int = Field(default=0, ge=0)
    ties: int = Field(default=0, ge=0)
    losses: int = Field(default=0, ge=0)
    comparisons: int = Field(default=0, ge=0)
    win_rate: OptionalShare = None
    win_rate_estimate: Estimate = NOTHING


class PositionBias(Section):
    """Which way the raw verdicts leaned.

    `flip_rate` is the share of complete comparisons in which the same position won both orders, `first_position_rate`
    the share of decisive verdicts that went to the answer shown first (0.5 is unbiased). `order_effect` is the pull of
    the first place in log odds, fitted beside the strengths, and `first_wins` the chance that it gives the first of two
    equals.
    """

    flip_rate: Estimate = NOTHING
    first_position_rate: Estimate = NOTHING
    order_effect: Estimate | None = None
    first_wins: Estimate | None = None


class ArenaSummary(Section):
    """An arena's numbers, all of which can be made again from its comparisons.

    `n_comparisons` were made; those that lack a verdict are `n_failed` and count for nothing. `win_rates` holds for
    each system the share of points that it won against each other one, null where they did not meet, and
    `win_rate_estimates` the same with intervals. `connected` says whether wins lead from every system to every other:
    where they do not, how far apart some stand is the virtual draws' word. `folder` is where the files were written.
    """

    plan: ArenaPlan = ArenaPlan()
    judges: tuple[str, ...] = ()
    prompt_versions: tuple[str, ...] = ()
    n_questions: int = Field(default=0, ge=0)
    n_comparisons: int = Field(default=0, ge=0)
    n_failed: int = Field(default=0, ge=0)
    n_same_family: int = Field(default=0, ge=0)
    cost_usd: float | None = Field(default=0.0, ge=0)
    spent_usd: float | None = Field(default=0.0, ge=0)
    standings: tuple[ArenaStanding, ...] = ()
    win_rates: dict[str, dict[str, float | None]] = Field(default_factory=dict)
    win_rate_estimates: dict[str, dict[str, Estimate]] = Field(default_factory=dict)
    position_bias: PositionBias = PositionBias()
    connected: bool = True
    warnings: tuple[str, ...] = ()
    folder: str | None = None

    @property
    def n_complete(self) -> int:
        """Comparisons that count."""
        return self.n_comparisons - self.n_failed

    @property
    def ranked(self) -> tuple[ArenaStanding, ...]:
        """The standings, best first; who met nobody last."""

        def key(standing: ArenaStanding) -> tuple[bool, float, str]:
            score = standing.score.value
            return score is None, -(score or 0.0), standing.system

        return tuple(sorted(self.standings, key=key))

    def place(self, standing: ArenaStanding) -> int | None:
        """Which place a system has, equal scores sharing one; null where it met nobody."""
        score = standing.score.value
        if score is None or not standing.comparisons:
            return None
        return 1 + sum(other.score.value is not None and other.score.value > score + SAME for other in self.standings)

    def of(self, system: str) -> ArenaStanding:
        """A system's standing; an empty one where it did not take part."""
        return next((found for found in self.standings if found.system == system), ArenaStanding(system=system))

from __future__ import annotations

import random

import pytest

from cairn_nb.decisions.arena.summary import arena_summary
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.records.arena import ArenaPlan, ArenaSummary
from cairn_nb.records.pair_comparison import PairComparison
from tests.decisions.arena.comparisons import FAILED, FIRST, LOST, TIED, WON, compared

SETTINGS = Settings(n_boot=200)


def summary(comparisons: list[PairComparison], systems: tuple[str, ...] = ("a", "b")) -> ArenaSummary:
    return arena_summary(comparisons, systems, settings=SETTINGS)


def test_position_bias_is_of_the_raw_verdicts() -> None:
    found = summary(
        [
            compared("q1", "a", "b", FIRST),  # flipped; both verdicts for the first place
            compared("q2", "a", "b", WON),  # one for the first place, one for the second
            compared("q3", "a", "b", ("tie", "2")),  # one for the second
            compared("q4", "a", "b", ("1", None)),  # incomplete, but a verdict for the first
        ]
    ).position_bias
    assert found.flip_rate.value == pytest.approx(1 / 3)  # of three complete ones
    assert found.first_position_rate.value == pytest.approx((2 + 1 + 0 + 1) / (2 + 2 + 1 + 1))


def test_a_judge_who_always_picks_the_first_answer_leaves_everyone_equal() -> None:
    pairs = [("a", "b"), ("c", "a"), ("b", "c")]
    found = summary([compared(f"q{i}", *pair, FIRST) for i in range(20) for pair in pairs], ("a", "b", "c"))
    assert [standing.score.value for standing in found.standings] == pytest.approx([1000.0] * 3, abs=1e-6)
    assert {(standing.wins, standing.losses, standing.win_rate) for standing in found.standings} == {(0, 0, 0.5)}
    assert found.position_bias.flip_rate.value == 1 and found.position_bias.first_position_rate.value == 1
    assert any("100% of the arena's comparisons the verdict followed the position" in text for text in found.warnings)


def test_flips_on_top_of_honest_verdicts_leave_the_ranking_as_it_was() -> None:
    draw = random.Random(1)
    strengths = {"a": 3.0, "b": 2.0, "c": 1.0}
    honest = []
    for i in range(300):
        one, two = draw.sample(sorted(strengths), 2)
        wins = draw.random() < strengths[one] / (strengths[one] + strengths[two])
        honest.append(compared(f"q{i}", one, two, WON if wins else LOST))
    biased = [*honest, *(compared(f"p{i}", *one.systems, FIRST) for i, one in enumerate(honest))]
    before, after = summary(honest, ("a", "b", "c")), summary(biased, ("a", "b", "c"))
    assert [one.system for one in before.ranked] == [one.system for one in after.ranked] == ["a", "b", "c"]


@pytest.mark.parametrize(("n_flips", "warned"), [(24, False), (25, True)])
def test_a_quarter_of_flips_is_warned_of(n_flips: int, warned: bool) -> None:
    comparisons = [compared(f"q{i}", "a", "b", FIRST if i < n_flips else TIED) for i in range(100)]
    assert any("followed the position" in text for text in summary(comparisons).warnings) is warned


def test_the_heuristic_stand_in_is_never_warned_of() -> None:
    comparisons = [PairComparison.of(f"q{i}", ("a", "b"), "heuristic", FIRST) for i in range(8)]
    assert not any("followed" in text for text in summary(comparisons).warnings)


def test_wins_that_lead_only_one_way_are_said() -> None:
    one_way = summary([compared("q1", "a", "b", WON), compared("q2", "a", "b", WON)])
    assert not one_way.connected and any("virtual draws" in text for text in one_way.warnings)
    both_ways = summary([compared("q1", "a", "b", WON), compared("q2", "a", "b", TIED)])
    assert both_ways.connected and both_ways.warnings == ()


def test_failed_and_same_family_comparisons_are_counted_and_costs_added_up() -> None:
    found = summary(
        [
            compared("q1", "a", "b", FAILED, cost_usd=0.5, spent_usd=0.5),
            compared("q2", "a", "b", TIED, cost_usd=0.25, spent_usd=0.0, same_family=True),
        ]
    )
    assert (found.n_comparisons, found.n_complete, found.n_failed, found.n_same_family) == (2, 1, 1, 1)
    assert (found.cost_usd, found.spent_usd, found.n_questions) == (0.75, 0.5, 1)
    assert "1 of 2 comparisons of the arena lack a verdict and count for nothing" in found.warnings
    unpriced = summary([compared("q1", "a", "b", TIED, cost_usd=None)])
    assert unpriced.cost_usd is None


def test_nothing_but_failures_is_said() -> None:
    found = summary([compared("q1", "a", "b", FAILED)])
    assert [standing.score.value for standing in found.standings] == [None, None]
    assert "none of the arena's 1 comparisons has a verdict in both orders" in found.warnings


def test_a_cap_that_was_reached_is_said() -> None:
    plan = ArenaPlan(pairs="all", stopped="max_cost_usd of 1 USD was reached")
    found = arena_summary([compared("q", "a", "b", TIED)], ("a", "b"), plan=plan, settings=SETTINGS)
    assert found.warnings[0] == "the arena is incomplete: max_cost_usd of 1 USD was reached"


def test_the_order_term_finds_the_pull_of_the_first_place() -> None:
    # Equals: 50 comparisons flipped, 25 won by each. 150 of 200 verdicts went to the first place, and of the virtual
    # draw it has half: a chance of 150.5 / 201.
    kinds = [FIRST] * 50 + [WON] * 25 + [LOST] * 25
    comparisons = [compared(f"q{i}", "a", "b", verdicts) for i, verdicts in enumerate(kinds)]
    found = summary(comparisons).position_bias.first_wins
    assert found is not None and found.value == pytest.approx(150.5 / 201, abs=1e-9)

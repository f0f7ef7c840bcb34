from __future__ import annotations

from collections.abc import Mapping
from math import log, log10

import pytest

from cairn_nb.decisions.arena.standings import standings
from cairn_nb.decisions.arena.win_rates import win_rates_by_pair, win_rates_overall
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.records import Estimate
from cairn_nb.records.arena import ArenaStanding
from cairn_nb.records.pair_comparison import PairComparison
from tests.decisions.arena.comparisons import FAILED, FIRST, LOST, TIED, WON, compared

SETTINGS = Settings(n_boot=200)


def by_name(comparisons: list[PairComparison], *systems: str) -> dict[str, ArenaStanding]:
    found = standings(comparisons, systems or ("a", "b"), {}, settings=SETTINGS)
    return {standing.system: standing for standing in found}


def test_points_and_records_add_up_over_comparisons() -> None:
    found = by_name(
        [
            compared("q1", "a", "b", WON),  # a 1
            compared("q2", "b", "a", ("1", "tie")),  # b 0.75, so a loses with 0.25
            compared("q3", "a", "b", FIRST),  # one win each: 0.5
            compared("q4", "a", "b", FAILED),  # counts for nothing
        ]
    )
    a, b = found["a"], found["b"]
    assert (a.points, b.points) == (1 + 0.25 + 0.5, 0 + 0.75 + 0.5)
    assert (a.wins, a.ties, a.losses, a.comparisons) == (1, 1, 1, 3)
    assert (b.wins, b.ties, b.losses, b.comparisons) == (1, 1, 1, 3)
    assert a.win_rate == pytest.approx(1.75 / 3) and b.win_rate == pytest.approx(1.25 / 3)


def test_the_score_of_two_systems_by_hand() -> None:
    # 4 comparisons, a wins 3, and half of the virtual draw for each: 3.5 against 1.5 points. Two systems' strengths are
    # as their points, s_a / s_b = 7 / 3, and s / geometric mean is the root of that: 1000 + 400 log10(sqrt(7 / 3)).
    found = by_name([*(compared(f"q{i}", "a", "b", WON) for i in range(3)), compared("q3", "a", "b", LOST)])
    expected = 1000 + 400 * log10(7 / 3) / 2
    assert found["a"].score.value == pytest.approx(expected, abs=1e-6)
    assert found["b"].score.value == pytest.approx(2000 - expected, abs=1e-6)


def test_who_never_loses_has_a_finite_score() -> None:
    # 5 wins of 5: 5.5 against 0.5 points, odds of 11.
    found = by_name([compared(f"q{i}", "a", "b", WON) for i in range(5)])
    assert found["a"].score.value == pytest.approx(1000 + 400 / log(10) * log(11) / 2, abs=1e-6)


def test_who_met_nobody_has_no_score_and_does_not_move_the_others() -> None:
    comparisons = [compared("q1", "a", "b", WON), compared("q2", "a", "c", FAILED)]
    found = by_name(comparisons, "a", "b", "c")
    alone = by_name(comparisons[:1])
    assert found["c"].score.value is None and found["c"].win_rate is None and found["c"].comparisons == 0
    assert found["a"].score.value == alone["a"].score.value


def test_an_interval_resamples_questions_with_all_their_comparisons() -> None:
    # On each question all three agree, so three times as many comparisons tell no more.
    once = [compared(f"q{i}", "a", "b", WON if i % 3 else LOST) for i in range(30)]
    thrice = [one for one in once for _ in range(3)]
    narrow, same = by_name(once)["a"].score, by_name(thrice)["a"].score
    assert narrow.low is not None and same.low is not None and narrow.value is not None and same.value is not None
    assert narrow.n == same.n == 30
    # The virtual draw weighs less among 90 comparisons than among 30, which is all that differs.
    assert same.value - same.low == pytest.approx(narrow.value - narrow.low, rel=0.1)


def test_documents_widen_the_interval_beside() -> None:
    # Ten documents of six questions, each document's questions alike.
    comparisons = [compared(f"q{i}", "a", "b", WON if (i // 6) % 2 else LOST) for i in range(60)]
    clusters = {f"q{i}": f"d{i // 6}" for i in range(60)}
    [a, _] = standings(comparisons, ("a", "b"), clusters, settings=SETTINGS)
    by_question, by_document = a.score, a.score_by_document
    assert by_document.n_clusters == 10
    assert by_question.low is not None and by_question.high is not None
    assert by_document.low is not None and by_document.high is not None
    assert by_document.high - by_document.low > 1.5 * (by_question.high - by_question.low)


def test_the_matrix_has_shares_of_points_and_nothing_for_those_who_did_not_meet() -> None:
    comparisons = [
        compared("q1", "a", "b", WON),
        compared("q2", "b", "a", TIED),
        compared("q1", "b", "c", ("2", "tie")),  # b 0.25
    ]
    assert values(win_rates_by_pair(comparisons, ("a", "b", "c"), {}, settings=SETTINGS)) == {
        "a": {"b": 0.75, "c": None},  # (1 + 0.5) / 2
        "b": {"a": 0.25, "c": 0.25},
        "c": {"a": None, "b": 0.75},
    }


def values(rates: Mapping[str, Mapping[str, Estimate]]) -> dict[str, dict[str, float | None]]:
    return {one: {two: rate.value for two, rate in others.items()} for one, others in rates.items()}


def test_a_win_rate_of_wins_and_losses_has_the_exact_interval() -> None:
    # 8 wins and 2 losses on questions that stand for themselves: Clopper and Pearson's of 8 of 10, which the small
    # samples' interval equals on zeros and ones, but for its draws.
    comparisons = [compared(f"q{i}", "a", "b", WON if i < 8 else LOST) for i in range(10)]
    rate = win_rates_by_pair(comparisons, ("a", "b"), {}, settings=SETTINGS)["a"]["b"]
    assert (rate.value, rate.n) == (0.8, 10)
    assert (rate.low, rate.high) == pytest.approx((0.44390, 0.97479), abs=0.02)
    turned = win_rates_by_pair(comparisons, ("a", "b"), {}, settings=SETTINGS)["b"]["a"]
    assert rate.low is not None and rate.high is not None
    assert (turned.low, turned.high) == (1 - rate.high, 1 - rate.low)
    assert by_name(comparisons)["a"].win_rate_estimate == rate


def test_documents_widen_the_interval_of_a_win_rate() -> None:
    comparisons = [compared(f"q{i}", "a", "b", WON if (i // 6) % 2 else LOST) for i in range(60)]
    alone = win_rates_overall(comparisons, {}, settings=SETTINGS)["a"]
    together = win_rates_overall(comparisons, {f"q{i}": f"d{i // 6}" for i in range(60)}, settings=SETTINGS)["a"]
    assert alone.value == together.value == 0.5 and together.n_clusters == 10
    assert alone.low is not None and together.low is not None
    assert 0.5 - together.low > 2 * (0.5 - alone.low)


def test_draws_tell_more_than_as_many_wins_and_losses() -> None:
    # One win, one loss and 118 draws vary far less than sixty wins and sixty losses, and so does the share of points.
    drawn = [compared(f"q{i}", "a", "b", TIED) for i in range(118)]
    mostly = [*drawn, compared("w", "a", "b", WON), compared("l", "a", "b", LOST)]
    halves = [compared(f"q{i}", "a", "b", WON if i % 2 else LOST) for i in range(120)]
    narrow, wide = (win_rates_overall(told, {}, settings=SETTINGS)["a"] for told in (mostly, halves))
    assert narrow.value == wide.value == 0.5
    assert narrow.low is not None and wide.low is not None
    assert 0.5 - narrow.low < (0.5 - wide.low) / 2


def test_a_win_rate_of_every_comparison_still_has_an_interval() -> None:
    # 5 of 5: the lower bound is 0.025 ** (1 / 5).
    rate = by_name([compared(f"q{i}", "a", "b", WON) for i in range(5)])["a"].win_rate_estimate
    assert rate.low == pytest.approx(0.025**0.2) and rate.high == 1.0


def test_equal_inputs_give_equal_numbers() -> None:
    comparisons = [compared(f"q{i}", "a", "b", (WON, LOST, TIED, FIRST)[i % 4]) for i in range(20)]
    assert by_name(comparisons) == by_name(comparisons)

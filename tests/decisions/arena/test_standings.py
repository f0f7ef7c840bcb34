from __future__ import annotations

from math import log, log10

import pytest

from cairn_nb.decisions.arena.standings import standings, win_rates
from cairn_nb.decisions.reading.settings import Settings
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
    assert win_rates(comparisons, ("a", "b", "c")) == {
        "a": {"b": 0.75, "c": None},  # (1 + 0.5) / 2
        "b": {"a": 0.25, "c": 0.25},
        "c": {"a": None, "b": 0.75},
    }


def test_equal_inputs_give_equal_numbers() -> None:
    comparisons = [compared(f"q{i}", "a", "b", (WON, LOST, TIED, FIRST)[i % 4]) for i in range(20)]
    assert by_name(comparisons) == by_name(comparisons)

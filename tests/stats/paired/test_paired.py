from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from cairn_nb.errors import InputError
from cairn_nb.seeds import stream
from cairn_nb.stats import paired_comparison
from cairn_nb.stats.paired.paired import noninferior_p, regressed_p


def test_by_hand() -> None:
    # Differences a - b: six documents of one question, five lost by 1 and one equal.
    result = paired_comparison([0, 0, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1], clusters=list("abcdef"))
    assert result.diff.value == pytest.approx(-5 / 6)
    assert (result.wins, result.ties, result.losses) == (0, 1, 5)
    assert result.p_value == 2 / 32
    assert result.p_regressed == 1 / 32


def test_a_document_counts_once_however_many_questions_it_has() -> None:
    # Ten lost questions of one document are one piece of evidence: 2^-6 x 2 for six documents, not 2^-60.
    result = paired_comparison([0.0] * 60, [1.0] * 60, clusters=[i // 10 for i in range(60)])
    assert result.p_value == 2 / 64


def test_under_six_clusters_nothing_can_be_told() -> None:
    result = paired_comparison([0.0] * 5, [1.0] * 5)
    assert (result.p_value, result.p_regressed, result.p_noninferior, result.smallest_visible) == (None,) * 4
    assert result.diff.value == -1.0
    assert "only 5 clusters" in str(result.diff.warning)


def test_gaps_are_left_out_in_pairs_and_counted() -> None:
    nan = math.nan
    result = paired_comparison([1.0, None, 0.5, nan], [0.5, 1.0, nan, None])
    assert (result.diff.value, result.diff.n) == (0.5, 1)
    assert result.diff.missing == {"missing_a": 1, "missing_b": 1, "missing_both": 1}
    empty = paired_comparison([None], [1.0])
    assert (empty.diff.value, empty.p_value) == (None, None)


def test_equal_systems_have_the_interval_of_a_change_that_was_not_seen() -> None:
    # None of 30 pairs differs: up to 1 - 0.025^(1/30) = 11.6% may, each by at most 1.
    result = paired_comparison([0.5] * 30, [0.5] * 30)
    assert (result.diff.value, result.p_value, result.p_bootstrap) == (0.0, 1.0, 1.0)
    assert (result.diff.low, result.diff.high) == pytest.approx((-0.1157, 0.1157), abs=1e-4)
    assert result.ties == 30


def test_float_dust_is_a_tie() -> None:
    assert paired_comparison([0.1 + 0.2], [0.3]).ties == 1


def test_interval_agrees_with_scipy_over_independent_cases() -> None:
    rng = stream(0, "pairs")
    a, b = rng.random(150), rng.random(150)
    ours = paired_comparison(a, b, n_boot=20_000).diff
    theirs = scipy_stats.bootstrap(
        (a - b,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs), abs=0.004)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 9)), min_size=1, max_size=25))
def test_swapping_the_systems_mirrors_the_result(cases: list[tuple[float, float, int]]) -> None:
    a, b, clusters = (list(column) for column in zip(*cases, strict=True))
    one, other = (paired_comparison(x, y, clusters, n_boot=100) for x, y in ((a, b), (b, a)))
    assert one.diff.value == pytest.approx(-other.diff.value)  # type: ignore[operator]
    assert (one.wins, one.losses) == (other.losses, other.wins)
    assert one.p_value == other.p_value


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 9)), min_size=1, max_size=25),
    st.randoms(use_true_random=False),
)
def test_neither_order_nor_names_matter(cases: list[tuple[float, float, int]], random: object) -> None:
    shuffled = list(cases)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    results = [
        paired_comparison([a for a, _, _ in rows], [b for _, b, _ in rows], [name(c) for _, _, c in rows], n_boot=100)
        for rows, name in ((cases, str), (shuffled, lambda c: 9 - c))
    ]
    assert results[0].p_value == results[1].p_value
    assert results[0].diff.low == pytest.approx(results[1].diff.low)


def test_a_margin_moves_both_hypotheses() -> None:
    # Every one of ten documents drops by 0.1: more than 0.05 for certain, less than 0.2 for certain.
    sums, sizes = np.full(10, -0.1), np.ones(10)
    assert regressed_p(sums, sizes, 0.05) == 1 / 1024
    assert regressed_p(sums, sizes, 0.2) == 1.0
    assert noninferior_p(np.zeros(100), np.ones(100), 0.2) < 0.001


@pytest.mark.parametrize(("n", "shown"), [(40, False), (90, True)])
def test_no_loss_proves_noninferiority_only_from_three_over_margin_on(n: int, shown: bool) -> None:
    # With a true loss of 5% no loss in 40 cases has chance 0.95^40 = 13%, in 90 cases 1%.
    assert (noninferior_p(np.zeros(n), np.ones(n), 0.05) <= 0.05) is shown


@pytest.mark.parametrize("n_documents", [10, 20, 60])
def test_equal_systems_raise_an_alarm_in_at_most_one_of_twenty(n_documents: int) -> None:
    rng, alarms, draws = stream(5, "alarms", n_documents), 0, 300
    documents = [i // 5 for i in range(5 * n_documents)]
    for i in range(draws):
        grades = []
        for _ in range(2):
            shared = np.repeat(rng.random(n_documents) < 0.7, 5)
            copies = rng.random(len(shared)) < math.sqrt(0.6)
            grades.append(np.where(copies, shared, rng.random(len(shared)) < 0.7).astype(float))
        p_value = paired_comparison(*grades, documents, n_boot=1, seed=i).p_regressed
        alarms += p_value is not None and p_value <= 0.05
    assert alarms <= scipy_stats.binom.ppf(0.999, draws, 0.05)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"b": [1.0, 2.0]}, "same cases"),
        ({"margin": -0.1}, "margin"),
        ({"margin": math.nan}, "margin"),
        ({"n_boot": 0}, "n_boot"),
        ({"level": 2.0}, "level"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        paired_comparison(**{"a": [1.0], "b": [0.0], **arguments})  # type: ignore[arg-type]


def test_students_interval_of_a_difference_of_shares_stays_within_what_is_possible() -> None:
    # Differences -1 and 0: mean -0.5, standard error 0.5, and t(0.975) with 1 degree of freedom is 12.706.
    by_t = paired_comparison([0.0, 1.0], [1.0, 1.0], interval="auto").diff
    assert (by_t.low, by_t.high) == (-1.0, 1.0)
    # The same numbers in dollars have no bounds: -0.5 - 12.706 / 2 = -6.853.
    unbounded = paired_comparison([0.0, 2.0], [1.0, 2.0], interval="auto").diff
    assert unbounded.low == pytest.approx(-6.853, abs=1e-3)

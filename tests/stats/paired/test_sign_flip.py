from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from cairn_nb.seeds import stream
from cairn_nb.stats import sign_flip_p


def test_by_hand() -> None:
    # Flips of (1, 2, 3) sum to 6, 4, 2, 0, 0, -2, -4, -6: one reaches 6, two lie as far out.
    sums = np.array([1.0, 2.0, 3.0])
    assert sign_flip_p(sums, "greater") == 1 / 8
    assert sign_flip_p(sums) == 2 / 8
    assert sign_flip_p(sums, "less") == 1.0
    # (1, 2, -3) sums to 0: five flips are at least 0.
    assert sign_flip_p(np.array([1.0, 2.0, -3.0]), "greater") == 5 / 8


def test_clusters_that_did_not_move_say_nothing() -> None:
    assert sign_flip_p(np.array([0.0, 1.0, 0.0, 2.0, 3.0])) == sign_flip_p(np.array([1.0, 2.0, 3.0]))
    assert sign_flip_p(np.zeros(8)) == 1.0


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_agrees_with_scipys_permutation_test(alternative: str) -> None:
    sums = stream(0, "sums").normal(0.3, 1.0, 11)
    theirs = scipy_stats.permutation_test(
        (sums,), np.sum, permutation_type="samples", n_resamples=np.inf, alternative=alternative
    )
    assert sign_flip_p(sums, alternative) == pytest.approx(theirs.pvalue)  # type: ignore[arg-type]


def test_drawn_flips_come_close_to_all_flips() -> None:
    sums = np.append(stream(1, "sums").normal(0.4, 1.0, 14), 1e-9)  # the fifteenth turns listing into drawing
    assert sign_flip_p(sums) == pytest.approx(sign_flip_p(sums[:14]), abs=0.01)


def test_drawn_p_is_never_zero() -> None:
    assert sign_flip_p(np.ones(200), "greater") == 1 / 10_000


def test_float_dust_makes_no_difference() -> None:
    # 0.1 + 0.2 is not 0.3 in floats; without a tolerance the observed sum would miss its own mirror image.
    assert sign_flip_p(np.array([0.1, 0.2, -0.3]), "greater") == 5 / 8


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=20), st.randoms(use_true_random=False))
def test_order_does_not_matter_and_sides_mirror(values: list[float], random: object) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert sign_flip_p(np.array(values), "less") == sign_flip_p(np.array(shuffled), "less")
    assert sign_flip_p(np.array(values), "less") == sign_flip_p(-np.array(shuffled), "greater")
    assert sign_flip_p(np.array(values)) == sign_flip_p(-np.array(shuffled))

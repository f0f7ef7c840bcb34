from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import InputError
from cairn_nb.stats import rogan_gladen


def verdicts(yes: int, no: int) -> list[int]:
    return [1] * yes + [0] * no


# 80 labels of right answers, the judge finds 72; 40 of wrong ones, it finds 34.
JUDGE, HUMAN = verdicts(72, 8) + verdicts(6, 34), verdicts(80, 40)


def test_the_corrected_share_and_its_spread_by_hand() -> None:
    found = rogan_gladen(verdicts(320, 80), JUDGE, HUMAN)
    # (0.80 + 0.85 - 1) / (0.90 + 0.85 - 1) = 0.65 / 0.75
    assert found.value == pytest.approx(0.65 / 0.75)
    # By the delta method: 0.8 * 0.2 / 400 + (1 - t)^2 0.85 * 0.15 / 40 + t^2 0.9 * 0.1 / 80 over 0.75^2 is 0.0478^2.
    assert (found.high - found.low) / 2 / 1.96 == pytest.approx(0.0478, rel=0.1)
    assert (found.n, found.method) == (400, "Rogan-Gladen, Jeffreys")


def test_a_judge_without_errors_needs_no_correction() -> None:
    found = rogan_gladen(verdicts(30, 70), verdicts(1000, 1000), verdicts(1000, 1000))
    assert found.value == pytest.approx(0.3)
    # Jeffreys' interval of 30 in 100 is 0.217 to 0.395.
    assert (found.low, found.high) == pytest.approx((0.217, 0.395), abs=0.01)


def test_errors_that_no_label_has_shown_yet_still_widen_the_interval() -> None:
    few = rogan_gladen(verdicts(300, 700), verdicts(8, 8), verdicts(8, 8))
    many = rogan_gladen(verdicts(300, 700), verdicts(800, 800), verdicts(800, 800))
    assert few.value == pytest.approx(many.value)
    assert few.high - few.low > 3 * (many.high - many.low)


def test_a_share_beyond_the_ends_is_kept_within() -> None:
    # The judge calls 5 of 100 right, fewer than its false alarms alone would be.
    found = rogan_gladen(verdicts(5, 95), JUDGE, HUMAN)
    assert (found.value, found.low) == (0.0, 0.0)
    assert 0 < found.high < 0.2


def test_labels_in_few_documents_say_less() -> None:
    documents = [f"d{i // 10}" for i in range(120)]
    alone = rogan_gladen(verdicts(320, 80), JUDGE, HUMAN)
    found = rogan_gladen(verdicts(320, 80), JUDGE, HUMAN, label_clusters=documents)
    assert found.value == alone.value
    assert found.high - found.low > alone.high - alone.low
    assert found.method == "Rogan-Gladen, Jeffreys by cluster"


def test_no_better_than_a_coin() -> None:
    found = rogan_gladen(verdicts(50, 50), verdicts(5, 5) + verdicts(6, 4), verdicts(10, 10))
    assert (found.value, found.low) == (None, None)
    assert "no better than a coin" in found.warning


def test_too_few_labels_to_show_that_it_is_better_than_a_coin() -> None:
    found = rogan_gladen(verdicts(50, 50), verdicts(2, 1) + verdicts(1, 2), verdicts(3, 3))
    assert (found.value, found.low) == (pytest.approx(0.5), None)
    assert "do not show" in found.warning


def test_without_labels_of_both_kinds_there_is_nothing() -> None:
    found = rogan_gladen(verdicts(5, 5), [1, 1], [1, 1])
    assert (found.value, found.warning) == (None, "no label of a right answer, or of a wrong one")
    assert rogan_gladen([], JUDGE, HUMAN).value is None


def test_missing_verdicts_are_counted_or_left_out() -> None:
    found = rogan_gladen([*verdicts(320, 80), None], [*JUDGE, None, 1], [*HUMAN, 1, None])
    assert (found.n, found.missing) == (400, {"missing": 1})
    assert found.value == pytest.approx(0.65 / 0.75)


def test_equal_seeds_give_equal_bounds() -> None:
    one, two, other = (rogan_gladen(verdicts(320, 80), JUDGE, HUMAN, seed=seed) for seed in (1, 1, 2))
    assert one == two != other


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 30), st.integers(1, 30))
def test_the_interval_holds_the_value_within_0_and_1(yes: int, no: int, found_right: int, found_wrong: int) -> None:
    judge = verdicts(found_right, 30 - found_right) + verdicts(30 - found_wrong, found_wrong)
    found = rogan_gladen(verdicts(yes, no), judge, verdicts(30, 30))
    if found.low is not None:
        assert 0 <= found.low <= found.value <= found.high <= 1


def test_lists_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="judged must be yes or no"):
        rogan_gladen([0.5], JUDGE, HUMAN)
    with pytest.raises(InputError, match="1 cluster labels"):
        rogan_gladen([1, 0], JUDGE, HUMAN, clusters=["a"])


def test_it_holds_its_truth_where_the_raw_share_does_not() -> None:
    # 60% are right; a judge with 0.9 and 0.6 calls 70% so. 200 worlds, labels half right.
    rng = np.random.default_rng(0)
    held = raw = 0
    for i in range(200):
        share = rng.binomial(400, 0.6 * 0.9 + 0.4 * 0.4)
        judge = verdicts(hit := rng.binomial(60, 0.9), 60 - hit) + verdicts(out := rng.binomial(60, 0.4), 60 - out)
        found = rogan_gladen(verdicts(share, 400 - share), judge, verdicts(60, 60), seed=i)
        held += found.low <= 0.6 <= found.high
        raw += abs(share / 400 - 0.6) < 1.96 * (0.21 / 400) ** 0.5
    assert 0.90 <= held / 200 <= 0.99
    assert raw / 200 < 0.1

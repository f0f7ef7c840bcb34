from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from cairn_nb.errors import InputError
from cairn_nb.stats import clopper_pearson, labels_needed
from cairn_nb.stats.certificate_size import trials_needed


def chance(n: int, share: float, bar: float) -> float:
    """That the lower bound of n trials reaches the bar, over every outcome."""
    return sum(binom.pmf(k, n, share) for k in range(n + 1) if clopper_pearson(k, n, 0.95, "lower")[0] >= bar)


def test_a_judge_without_errors_needs_fourteen() -> None:
    # 0.05^(1/14) = 0.807 is the first bound over 0.8.
    assert trials_needed(1.0, 0.8) == 14


@pytest.mark.parametrize(("share", "bar"), [(0.9, 0.8), (0.95, 0.8), (0.95, 0.9)])
def test_the_number_found_passes_often_enough_and_one_fewer_does_not(share: float, bar: float) -> None:
    n = trials_needed(share, bar)
    assert chance(n, share, bar) >= 0.8 > chance(n - 1, share, bar)


def test_a_share_at_the_bar_never_passes() -> None:
    assert trials_needed(0.8, 0.8) is None
    assert trials_needed(0.8001, 0.8) is None
    with pytest.raises(InputError, match="share"):
        trials_needed(0.0, 0.8)


def test_a_fresh_set_by_hand() -> None:
    # 40 labels, 24 yes, of which the judge finds 23: (23.5) / 25 = 0.94; 16 no, all found: 16.5 / 17 = 0.97.
    judge, human = [1] * 23 + [0] * 17, [1] * 24 + [0] * 16
    found = labels_needed(judge, human)
    each = 0.8**0.5
    assert found.positives == trials_needed(0.94, 0.8, power=each)
    assert found.negatives == trials_needed(16.5 / 17, 0.8, power=each)
    # People say yes to (24.5) / 41 of answers: the rarer kind decides.
    share = 24.5 / 41
    assert found.labels == max(-(-found.positives // share), -(-found.negatives // (1 - share)))
    assert found.why is None


def test_a_judge_below_the_bar_is_not_helped_by_labels() -> None:
    found = labels_needed([1] * 7 + [0] * 13, [1] * 10 + [0] * 10)
    assert (found.positives, found.labels, found.why) == (None, None, "sensitivity so far not above the bar")
    assert found.negatives is not None


def test_nothing_known_of_one_kind() -> None:
    assert labels_needed([1, 1], [1, 1]).why == "no label says wrong"
    assert labels_needed([], []).why == "no label says right or wrong"
    assert labels_needed([1, None], [None, 0]).labels is None


def test_shares_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match="bar"):
        labels_needed([1], [1], bar=80)


def test_answers_of_one_document_that_are_all_alike_count_once() -> None:
    # Five labels a document, all five right or all five wrong: a label is a fifth of a trial.
    judge, human = [1] * 60 + [0] * 60, [1] * 60 + [0] * 60
    documents = [place // 5 for place in range(120)]
    found, alone = labels_needed(judge, human, clusters=documents), labels_needed(judge, human)
    # 12 documents of either kind, no error in any: 12.5 / 13; and 60.5 / 61 of single answers.
    assert found.positives == found.negatives == 5 * trials_needed(12.5 / 13, 0.8, power=0.8**0.5)
    assert alone.positives == trials_needed(60.5 / 61, 0.8, power=0.8**0.5)


def test_equal_weights_change_nothing_and_unequal_ones_take_more_labels() -> None:
    judge, human = [1] * 27 + [0] * 33, [1] * 30 + [0] * 30
    plain = labels_needed(judge, human)
    assert labels_needed(judge, human, weights=np.full(60, 7.0)) == plain
    uneven = labels_needed(judge, human, weights=np.array([1.0, 9.0] * 30))
    assert uneven.positives is not None and plain.positives is not None
    assert uneven.positives > plain.positives

from __future__ import annotations

import pytest
from scipy import stats as scipy_stats

from cairn_nb.errors import InputError
from cairn_nb.stats.paired.mcnemar import mcnemar_p


def test_by_hand() -> None:
    # 4 against 1: twice the chance of at most one of five, 2 (1 + 5) / 32.
    assert mcnemar_p(4, 1) == mcnemar_p(1, 4) == 12 / 32
    assert mcnemar_p(0, 6) == 2 / 64
    assert mcnemar_p(3, 3) == 1.0
    assert mcnemar_p(0, 0) is None


@pytest.mark.parametrize(("a", "b"), [(12, 3), (40, 22), (7, 9), (100, 61)])
def test_agrees_with_scipys_binomial_test(a: int, b: int) -> None:
    assert mcnemar_p(a, b) == pytest.approx(scipy_stats.binomtest(a, a + b).pvalue)


def test_a_count_cannot_be_negative() -> None:
    with pytest.raises(InputError, match="counts must be 0 or more"):
        mcnemar_p(-1, 2)

from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.confidence import sensitivity
from cairn_nb.errors import InputError
from cairn_nb.seeds import stream


def cases(n: int = 300) -> tuple[np.ndarray, np.ndarray, list[bool]]:
    rng = stream(0, "sensitivity test")
    confidence = rng.random(n)
    return confidence, rng.random(n) > 0.6 * (1 - confidence) ** 2, [i % 4 > 0 for i in range(n)]


def test_splits_of_one_set_certify_different_thresholds() -> None:
    found = sensitivity(*cases(), 0.4, 0.2, 0.05)
    assert found.n_splits == 20
    assert 0 < found.n_certified <= 20
    assert found.threshold_low < found.threshold_high  # type: ignore[operator]
    assert 0 <= found.answer_rate_low < found.answer_rate_high <= 1  # type: ignore[operator]
    assert found == sensitivity(*cases(), 0.4, 0.2, 0.05)


def test_a_set_too_small_answers_nothing_in_any_split() -> None:
    found = sensitivity(*cases(20), 0.4, 0.1, 0.05, n_splits=5)
    assert (found.n_certified, found.threshold_low, found.answer_rate_high) == (0, None, 0.0)


def test_documents_stay_on_one_side() -> None:
    found = sensitivity(*cases(), 0.5, 0.35, 0.05, clusters=[i // 3 for i in range(300)])
    assert found.n_splits == 20


@pytest.mark.parametrize(("share", "strata"), [(1.0, None), (0.4, [True])])
def test_bad_input_is_refused(share: float, strata: list[bool] | None) -> None:
    confidence, correct, given = cases(10)
    with pytest.raises(InputError):
        sensitivity(confidence, correct, strata or given, share, 0.2, 0.05)

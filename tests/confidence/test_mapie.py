"""The walk held against MAPIE's Learn-then-Test on the same scores, cases independent.

MAPIE's p-value is the smaller of Hoeffding's bound in Chernoff's form and Bentkus', for a binary loss the binomial
tail itself, rounded up to a whole number of errors. The tail of the errors that were seen is under both: Chernoff's
inequality, and rounding up can only add an error.
So this project's p-values are MAPIE's or smaller, and equal where nothing is rounded.

Fixed-sequence testing rejects the points before the first p-value over delta; of m points Bonferroni rejects those
at delta / m or less, each of which passes at delta. So where passing points come before failing ones, the walk
certifies all that Bonferroni does. A bad head stops the walk, and a better tail is then Bonferroni's alone.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cairn_nb.confidence import certify
from cairn_nb.records import Certificate, GridPoint
from cairn_nb.seeds import stream
from cairn_nb.stats import binomial_p_low

ALPHA, DELTA = 0.2, 0.05


def ordered_cases(seed: int, n: int = 400) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    rng = stream(seed, "mapie")
    confidence = rng.permutation(np.arange(1, n + 1) / (n + 1)).round(6)  # no ties, so no point splits a group
    return confidence, rng.random(n) > (1 - confidence) ** 2


def valid_thresholds(
    confidence: NDArray[np.float64], correct: NDArray[np.bool_], points: tuple[GridPoint, ...], rule: str
) -> list[float]:
    """What MAPIE certifies of the same thresholds, tested in the same order, for precision of at least 1 - alpha."""
    from mapie.risk_control import BinaryClassificationController

    controller = BinaryClassificationController(
        predict_function=lambda scores: np.column_stack([1 - scores, scores]),
        risk="precision",
        target_level=1 - ALPHA,
        confidence_level=1 - DELTA,
        list_predict_params=np.array([point.threshold for point in points]),
        fwer_method=rule,
    )
    controller.calibrate(confidence, correct.astype(int))
    return sorted(np.asarray(controller.valid_predict_params).tolist())


def certified(found: Certificate) -> list[float]:
    return sorted(point.threshold for point in found.grid if point.certified)


@pytest.mark.filterwarnings("ignore:.*:UserWarning")  # it says where the risk is not monotone in the threshold
@pytest.mark.parametrize("seed", range(8))
def test_the_walk_certifies_what_mapies_fixed_sequence_does_and_all_that_bonferroni_does(seed: int) -> None:
    confidence, correct = ordered_cases(seed)
    found = certify(confidence, correct, ALPHA, DELTA)
    assert found.threshold is not None and not found.grid[-1].certified  # the walk ended at a failure
    assert certified(found) == valid_thresholds(confidence, correct, found.grid, "fixed_sequence")
    assert set(valid_thresholds(confidence, correct, found.grid, "bonferroni")) <= set(certified(found))


def test_behind_a_bad_head_both_walks_stop_where_bonferroni_goes_on() -> None:
    from mapie.risk_control.fwer_control import control_fwer
    from mapie.risk_control.methods import compute_hoeffding_bentkus_p_value

    confidence = np.arange(400, 0, -1) / 401
    correct = np.arange(400) >= 40  # the 40 most confident are wrong, no other is
    found = certify(confidence, correct, ALPHA, DELTA, grid_points=10)
    every = certify(confidence, np.ones(400, dtype=bool), ALPHA, DELTA, grid_points=10).grid
    # 40 of the first 134 are 30%; 40 of all 400 are 10%, P(Binomial(400, 0.2) <= 40) = 6e-8 < 0.05 / 10.
    assert found.threshold is None and len(every) == 10
    # Its rule by itself, since its controller would turn the order around by the risks that it is about to test.
    answered = np.array([point.n_answered for point in every])
    p_values = compute_hoeffding_bentkus_p_value(40 / answered, answered, ALPHA, binary=True)[:, 0]
    assert control_fwer(p_values, DELTA, "fixed_sequence").tolist() == []
    assert 9 in control_fwer(p_values, DELTA, "bonferroni")


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 600), st.floats(0, 1), st.sampled_from([0.05, 0.1, 0.2, 0.35]))
def test_p_values_are_mapies_or_smaller(n: int, share: float, alpha: float) -> None:
    from mapie.risk_control.methods import compute_hoeffding_bentkus_p_value as theirs

    errors = int(share * n)
    ours = float(binomial_p_low(errors, n, alpha))
    binary = float(theirs(np.array([errors / n]), np.array([n]), alpha, binary=True)[0, 0])
    any_loss = float(theirs(np.array([errors / n]), np.array([n]), alpha)[0, 0])
    assert ours <= binary * (1 + 1e-9) and binary <= any_loss * (1 + 1e-9)
    if np.ceil(n * (errors / n)) == errors and errors / n <= alpha:
        assert ours == pytest.approx(binary, rel=1e-9)

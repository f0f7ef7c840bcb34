from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from cairn_nb.confidence import certify
from cairn_nb.errors import CalibrationError, InputError
from cairn_nb.seeds import stream
from cairn_nb.stats import clopper_pearson

SIMULATION = Path(__file__).parents[2] / "benchmarks" / "calibration_simulation.py"


@pytest.fixture(scope="module")
def simulation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("calibration_simulation", SIMULATION)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def cases(n: int = 200) -> tuple[np.ndarray, np.ndarray]:
    rng = stream(0, "certify test")
    confidence = rng.random(n)
    return confidence, rng.random(n) > 0.6 * (1 - confidence) ** 2


def test_a_certificate_holds_what_stands_behind_it() -> None:
    confidence, correct = cases()
    found = certify(confidence, correct, 0.2, 0.05)
    assert found.threshold is not None
    answered = np.round(confidence, 6) >= found.threshold
    assert found.n_answered == answered.sum()
    assert found.n_wrong == (~correct)[answered].sum()
    assert found.bound == pytest.approx(clopper_pearson(found.n_wrong, found.n_answered, 0.95, "upper")[1])
    assert found.bound <= 0.2
    assert found.answer_share == pytest.approx(answered.mean())
    assert found.shortfall is None
    assert "independent draws" in found.statement and "at most 0.2" in found.statement


def test_it_certifies_at_the_size_of_a_small_golden_set() -> None:
    # 190 cases, alpha 0.2: a confidence that orders answers must be worth an answer rate above one half.
    rates = []
    for seed in range(20):
        rng = stream(seed, "power")
        confidence = rng.random(190)
        rates.append(certify(confidence, rng.random(190) > 0.6 * (1 - confidence) ** 2, 0.2, 0.05).answer_share)
    assert np.mean(rates) > 0.5


def test_nothing_certified_says_what_would_do() -> None:
    found = certify(np.linspace(0, 1, 10), [True] * 10, 0.2, 0.05)
    assert (found.threshold, found.answer_share, found.n_answered, found.n_wrong) == (None, 0.0, 10, 0)
    # 0.8^14 = 0.044 is the first power at or under 0.05.
    assert "4 more answered cases without an error would do" in str(found.shortfall)
    assert found.statement.startswith("No threshold could be certified")


def test_the_shortfall_is_exact() -> None:
    rng = stream(3, "shortfall")
    found = certify(rng.random(60), rng.random(60) > 0.3, 0.2, 0.05)
    assert found.threshold is None
    more = int(str(found.shortfall).split("; ")[1].split()[0])
    assert binom.cdf(found.n_wrong, found.n_answered + more, 0.2) <= 0.05
    assert binom.cdf(found.n_wrong, found.n_answered + more - 1, 0.2) > 0.05


def test_by_document_one_case_of_each_enters() -> None:
    confidence, correct = cases()
    found = certify(confidence, correct, 0.35, 0.05, [f"d{i // 5}" for i in range(200)])
    assert (found.unit, found.n_cases, found.n_units) == ("document", 200, 40)
    assert "documents as independent" in found.statement or found.threshold is None


def test_with_ids_neither_order_nor_process_matters() -> None:
    confidence, correct = cases()
    confidence = np.round(confidence, 1)  # many ties
    ids, documents = [f"q{i}" for i in range(200)], [f"d{i // 4}" for i in range(200)]
    order = np.random.default_rng(1).permutation(200)
    straight = certify(confidence, correct, 0.3, 0.05, documents, ids=ids)
    mixed = certify(
        confidence[order], correct[order], 0.3, 0.05, [documents[i] for i in order], ids=[ids[i] for i in order]
    )
    assert straight == mixed


def test_dust_below_a_millionth_does_not_move_the_threshold() -> None:
    confidence, correct = cases()
    assert certify(confidence.round(6) + 4e-8, correct, 0.2, 0.05) == certify(confidence.round(6), correct, 0.2, 0.05)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"alpha": 0.0}, InputError, "alpha"),
        ({"alpha": 1.0}, InputError, "alpha"),
        ({"alpha": float("nan")}, InputError, "alpha"),
        ({"delta": 0.0}, InputError, "delta"),
        ({"delta": 1.0}, InputError, "delta"),
        ({"confidence": [0.5, float("nan")]}, InputError, "position 1"),
        ({"confidence": [0.5, 1.5]}, InputError, "0..1"),
        ({"confidence": [0.5]}, InputError, "1 confidences for 2"),
        ({"correct": [True, None]}, InputError, "position 1"),
        ({"correct": [True, 0.5]}, InputError, "true or false"),
        ({"confidence": [], "correct": []}, CalibrationError, "no calibration case"),
        ({"clusters": ["a"]}, InputError, "1 clusters for 2"),
        ({"ids": ["a"]}, InputError, "1 ids for 2"),
        ({"grid_points": 0}, InputError, "grid_points"),
    ],
)
def test_bad_input_is_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        certify(**{"confidence": [0.5, 0.6], "correct": [True, False], "alpha": 0.2, "delta": 0.05, **arguments})


@pytest.mark.parametrize(("correlation", "n"), [(None, 100), (0.3, 300), (0.6, 300)])
def test_the_promise_is_kept_on_hard_populations(simulation: ModuleType, correlation: float | None, n: int) -> None:
    draws, alpha = 120, 0.2
    limit = binom.ppf(0.999, draws, simulation.DELTA)
    for population in simulation.populations(alpha):
        ours, _ = simulation.simulate(population, n, alpha, draws=draws, correlation=correlation, seed=1)
        assert ours.broken <= limit, population.name


def test_the_earlier_rule_breaks_its_promise_where_this_one_keeps_it(simulation: ModuleType) -> None:
    population = next(p for p in simulation.populations(0.35) if p.name == "uninformative")
    ours, earlier = simulation.simulate(population, 200, 0.35, draws=200, correlation=None, seed=2)
    assert ours.broken <= binom.ppf(0.999, 200, 0.05) < earlier.broken

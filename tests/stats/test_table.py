from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cairn_nb.errors import InputError
from cairn_nb.seeds import stream
from cairn_nb.stats import bootstrap_mean, bootstrap_table, paired_comparison

VALUES = stream(0, "table").random((150, 4))
DOCUMENTS = [i // 3 for i in range(150)]


def test_every_column_and_pair_is_as_alone() -> None:
    found = bootstrap_table(VALUES, DOCUMENTS, pairs=[(1, 0), (2, 3)], n_boot=20_000)
    for column in range(4):
        alone = bootstrap_mean(VALUES[:, column], DOCUMENTS, 20_000)
        assert found.columns.value[column] == pytest.approx(alone.value)
        bounds = found.columns.low[column], found.columns.high[column]
        assert bounds == pytest.approx((alone.low, alone.high), abs=0.003)
    for place, (a, b) in enumerate([(1, 0), (2, 3)]):
        pair = paired_comparison(VALUES[:, a], VALUES[:, b], DOCUMENTS, 20_000)
        bounds = found.pairs.intervals.low[place], found.pairs.intervals.high[place]
        assert found.pairs.intervals.value[place] == pytest.approx(pair.diff.value)
        assert bounds == pytest.approx((pair.diff.low, pair.diff.high), abs=0.004)
        assert found.pairs.p_value[place] == pytest.approx(pair.p_value, abs=0.02)
        assert found.pairs.p_bootstrap[place] == pytest.approx(pair.p_bootstrap, abs=0.02)
        counts = found.pairs.wins[place], found.pairs.ties[place], found.pairs.losses[place]
        assert counts == (pair.wins, pair.ties, pair.losses)


def test_bounds_agree_with_scipys() -> None:
    found = bootstrap_table(VALUES, n_boot=20_000)
    theirs = scipy_stats.bootstrap(
        (VALUES,), np.mean, axis=0, n_resamples=20_000, batch=100, method="percentile", rng=np.random.default_rng(1)
    ).confidence_interval
    assert found.columns.low == pytest.approx(theirs.low, abs=0.003)
    assert found.columns.high == pytest.approx(theirs.high, abs=0.003)


def test_gaps_leave_a_mean_and_a_pair() -> None:
    values = VALUES.copy()
    values[10:40, 1] = np.nan
    values[:, 3] = np.nan
    found = bootstrap_table(values, pairs=[(1, 0), (3, 0)], n_boot=5_000)
    pair = paired_comparison(values[:, 1], values[:, 0], n_boot=5_000)
    assert found.columns.n.tolist() == [150, 120, 150, 0]
    assert found.pairs.intervals.n.tolist() == [120, 0]
    assert found.pairs.intervals.value[0] == pytest.approx(pair.diff.value)
    bounds = found.pairs.intervals.low[0], found.pairs.intervals.high[0]
    assert bounds == pytest.approx((pair.diff.low, pair.diff.high), abs=0.006)
    assert np.isnan([found.columns.value[3], found.columns.low[3], found.pairs.p_value[1]]).all()
    assert np.isnan([found.pairs.p_bootstrap[1], found.pairs.intervals.value[1]]).all()


def test_where_nothing_varies_there_is_no_interval() -> None:
    found = bootstrap_table(np.ones((20, 2)), pairs=[(0, 1)])
    assert np.isnan([*found.columns.low, *found.pairs.intervals.high]).all()
    assert (found.pairs.p_value[0], found.pairs.p_bootstrap[0], found.pairs.ties[0]) == (1.0, 1.0, 20)


def test_too_few_clusters_have_no_test() -> None:
    found = bootstrap_table(VALUES[:15], DOCUMENTS[:15], pairs=[(0, 1)])
    assert np.isnan(found.pairs.p_value[0])
    assert np.isnan(bootstrap_table(VALUES, pairs=[(0, 1)], sign_flips=False).pairs.p_value[0])


def test_memory_holds_one_number_for_each_column_and_resample() -> None:
    values = stream(1, "table").random((2_000, 10))
    tracemalloc.start()
    bootstrap_table(values, n_boot=6_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30e6  # all counts at once would be 96 MB


@pytest.mark.parametrize(
    ("values", "more"),
    [
        (np.ones(3), {}),
        (np.ones((0, 2)), {}),
        (np.full((2, 2), np.inf), {}),
        (VALUES, {"pairs": [(0, 4)]}),
        (VALUES, {"n_boot": 0}),
        (VALUES, {"level": 1.0}),
        (VALUES, {"clusters": ["a"]}),
    ],
)
def test_what_does_not_fit_is_refused(values: np.ndarray, more: dict[str, object]) -> None:
    with pytest.raises(InputError):
        bootstrap_table(values, **more)  # type: ignore[arg-type]

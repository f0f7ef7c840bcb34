from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from cairn_nb.errors import InputError
from cairn_nb.seeds import stream
from cairn_nb.stats import Ratio, bootstrap_mean, bootstrap_ratios, mean_of


def test_the_interval_agrees_with_scipys_percentile_bootstrap() -> None:
    values = stream(1, "values").gamma(2.0, 0.1, 200)
    ours = bootstrap_mean(values, n_boot=20_000, is_share=False)
    theirs = scipy_stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(2)
    ).confidence_interval
    width = theirs.high - theirs.low
    assert ours.value == pytest.approx(values.mean())
    assert ours.low == pytest.approx(theirs.low, abs=0.03 * width)
    assert ours.high == pytest.approx(theirs.high, abs=0.03 * width)


def test_clustered_width_matches_the_variance_of_cluster_means() -> None:
    # Ten equal values a cluster carry no more than one: the interval is that of the cluster values alone.
    cluster_values = stream(2, "values").random(60)
    repeated = np.repeat(cluster_values, 10)
    labels = [f"d{i}" for i in np.repeat(np.arange(60), 10)]
    clustered, plain = bootstrap_mean(repeated, labels), bootstrap_mean(cluster_values)
    assert (clustered.value, clustered.low, clustered.high) == pytest.approx((plain.value, plain.low, plain.high))
    assert (clustered.n, clustered.n_clusters) == (600, 60)
    assert plain.n_clusters is None


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 6)), min_size=2, max_size=30),
    st.randoms(use_true_random=False),
)
def test_neither_order_nor_names_of_clusters_matter(cases: list[tuple[float, int]], random: object) -> None:
    shuffled = list(cases)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one = bootstrap_mean([v for v, _ in cases], [f"d{c}" for _, c in cases], n_boot=200)
    other = bootstrap_mean([v for v, _ in shuffled], [f"other {7 - c}" for _, c in shuffled], n_boot=200)
    assert one == other


def test_missing_values_leave_the_mean_and_are_counted_by_reason() -> None:
    estimate = bootstrap_mean([1.0, None, 0.0, float("nan")], reasons=[None, "abstained", None, "error"])
    assert (estimate.value, estimate.n) == (0.5, 2)
    assert estimate.missing == {"abstained": 1, "error": 1}
    assert bootstrap_mean([1.0, None]).missing == {"missing": 1}


def test_a_mean_over_nothing_is_null() -> None:
    for values in ([], [None, None]):
        estimate = bootstrap_mean(values)
        assert (estimate.value, estimate.low, estimate.high, estimate.n) == (None, None, None, 0)


def test_unanimous_shares_take_the_exact_interval_over_clusters() -> None:
    # Ten documents of three right answers each: (0.025)^(1/10) = 0.6915, not over 30 answers (0.884).
    estimate = bootstrap_mean([1.0] * 30, [i // 3 for i in range(30)])
    assert (estimate.low, estimate.high) == (pytest.approx(0.691503, abs=1e-6), 1.0)
    assert estimate.method == "Clopper-Pearson by cluster"


def test_equal_values_that_are_no_share_have_no_interval() -> None:
    estimate = bootstrap_mean([0.002] * 20, is_share=False)
    assert (estimate.value, estimate.low) == (pytest.approx(0.002), None)
    assert estimate.warning == "no interval: every value is the same"


def test_few_clusters_are_warned_about_and_one_has_no_interval() -> None:
    nine = bootstrap_mean([0.0, 1.0] * 9, [i // 2 for i in range(9) for _ in range(2)])
    assert nine.low is None  # every cluster has the same mean, so resampling them shows nothing
    mixed = bootstrap_mean(np.arange(9) / 9, list(range(9)))
    assert mixed.warning == "only 9 clusters: the interval is too narrow"
    assert bootstrap_mean([0.2, 0.4], ["a", "a"]).warning == "no interval: fewer than two clusters"


def test_a_ratio_of_sums_weighs_by_its_denominator() -> None:
    # 1 of 1, 1 of 3, 0 of 4 claims verified: 2 of 8, where the mean of shares would be 4/9.
    ratio = Ratio(np.array([1.0, 1.0, 0.0]), np.array([1.0, 3.0, 4.0]))
    assert bootstrap_ratios({"validity": ratio})["validity"].value == 0.25


def test_many_ratios_share_their_resamples() -> None:
    values = stream(3, "values").random(50)
    both = bootstrap_ratios({"a": mean_of(values), "b": mean_of(1 - values)})
    assert both["a"].low == pytest.approx(1 - both["b"].high)


def test_equal_measures_keep_their_own_reasons_scale_and_kind() -> None:
    values = np.array([1.0, 1.0, np.nan, 1.0])
    ratios = {
        "share": mean_of(values, missing={"error": 1}),
        "cost": mean_of(values, missing={"unpriced": 1}, is_share=False),
        "points": mean_of(5 * values, missing={"abstained": 1}, most=5.0),
    }
    together = bootstrap_ratios(ratios)
    assert together == {name: bootstrap_ratios({name: ratio})[name] for name, ratio in ratios.items()}
    assert [estimate.missing for estimate in together.values()] == [{"error": 1}, {"unpriced": 1}, {"abstained": 1}]
    assert together["cost"].low is None
    assert together["points"].low == pytest.approx(5 * (together["share"].low or 0))


def test_memory_does_not_grow_with_the_number_of_resamples() -> None:
    values = stream(4, "values").random(5_000)
    tracemalloc.start()
    bootstrap_mean(values, n_boot=1_000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 80e6  # all counts at once would take 1,000 x 5,000 x 8 bytes three times


@pytest.mark.parametrize("bad", [{"n_boot": 0}, {"level": 1.0}, {"clusters": ["a"]}, {"reasons": ["x"]}])
def test_bad_parameters_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(InputError):
        bootstrap_mean([0.1, 0.2], **bad)  # type: ignore[arg-type]


def test_measures_of_different_length_are_refused() -> None:
    with pytest.raises(InputError, match="different numbers"):
        bootstrap_ratios({"a": mean_of(np.ones(2)), "b": mean_of(np.ones(3))})


def test_auto_takes_the_small_sample_interval_and_says_so() -> None:
    values = stream(5, "values").random(20)
    found = bootstrap_mean(values, interval="auto")
    assert (found.method, found.warning) == ("bounded", None)
    assert found.low < bootstrap_mean(values).low < bootstrap_mean(values).high < found.high  # type: ignore[operator]
    assert bootstrap_mean(values, list(range(20)), interval="auto").method == "bounded by cluster"
    assert bootstrap_mean(stream(5, "many").random(200), interval="auto").method == "percentile bootstrap"


def test_auto_takes_the_exact_interval_for_few_answers_that_are_right_or_wrong() -> None:
    # 18 of 20, Clopper-Pearson.
    found = bootstrap_mean([1.0] * 18 + [0.0] * 2, interval="auto")
    exact = scipy_stats.binomtest(18, 20).proportion_ci(method="exact")
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high))
    assert found.method == "Clopper-Pearson"


def test_auto_keeps_to_the_bounds_where_scores_are_skewed_however_many_there_are() -> None:
    # Skewness of 5 failures among 150: (1 - 2p) / sqrt(p (1 - p)) = 5.2, and 25 x 5.2^2 = 676 > 150.
    grades = [0.0] * 5 + [0.9] * 145
    assert bootstrap_mean(grades, interval="auto").method == "bounded"


def test_auto_gives_equal_scores_an_interval_and_equal_costs_none() -> None:
    # Twenty times 0.8: the 21st may score 0 or 1. Its weight passes 1 - 0.025^(1/20) = 0.168 with chance 2.5%.
    found = bootstrap_mean([0.8] * 20, interval="auto", n_boot=20_000)
    assert (found.low, found.high) == pytest.approx((0.8 * (1 - 0.1684), 0.8 + 0.2 * 0.1684), abs=0.004)
    costs = bootstrap_mean([0.002] * 20, is_share=False, interval="auto")
    assert (costs.low, costs.warning) == (None, "no interval: every value is the same")


def test_auto_takes_a_cost_by_its_resampled_t() -> None:
    costs = stream(6, "costs").exponential(0.01, 30)
    found = bootstrap_mean(costs, is_share=False, interval="auto")
    assert found.method == "bootstrap-t"
    # Skewed to the right, so the mean may well be higher than it seems.
    assert found.high - found.value > found.value - found.low  # type: ignore[operator]
    few = bootstrap_mean(costs[:5], is_share=False, interval="auto")
    assert (few.low, few.high) == (None, None)
    assert few.warning == "no honest bound from 5 cases that vary this little"


def test_a_cost_that_one_case_makes_alone_is_warned_about() -> None:
    costs = [*stream(7, "costs").uniform(0.01, 0.02, 19), 0.4]
    found = bootstrap_mean(costs, is_share=False, interval="auto")
    assert found.warning in (
        "so skewed that the interval covers less often than stated",
        "no honest bound from 20 cases that vary this little",
    )
    assert bootstrap_mean(stream(7, "even").random(20), is_share=False, interval="auto").warning is None

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import InputError
from cairn_nb.stats import krippendorff_alpha

NAN = float("nan")
# Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", section D: four observers, twelve units.
PUBLISHED = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]
METRICS = ["nominal", "ordinal", "interval", "ratio"]


@pytest.mark.parametrize(
    ("metric", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_the_published_example(metric: str, alpha: float) -> None:
    found = krippendorff_alpha(PUBLISHED, metric)
    assert found.value == pytest.approx(alpha, abs=0.0005)
    # Unit 12 was rated by one observer alone.
    assert (found.n, found.missing) == (11, {"fewer than two ratings": 1})


def by_definition(table: np.ndarray, metric: str) -> float:
    """1 - observed over expected disagreement, ordered pair by ordered pair."""
    columns = [column[~np.isnan(column)] for column in table.T]
    columns = [column for column in columns if len(column) >= 2]
    values = np.concatenate(columns)
    n = len(values)

    def apart(a: float, b: float) -> float:
        if metric == "nominal":
            return float(a != b)
        if metric == "ratio":
            return ((a - b) / (a + b)) ** 2 if a + b else 0.0
        if metric == "interval":
            return (a - b) ** 2
        low, high = min(a, b), max(a, b)
        between = ((values >= low) & (values <= high)).sum() - ((values == a).sum() + (values == b).sum()) / 2
        return float(0.0 if a == b else between) ** 2

    observed = sum(
        apart(a, b) / (len(column) - 1)
        for column in columns
        for i, a in enumerate(column)
        for j, b in enumerate(column)
        if i != j
    )
    expected = sum(apart(a, b) for i, a in enumerate(values) for j, b in enumerate(values) if i != j)
    return 1 - (observed / n) / (expected / (n * (n - 1)))


tables = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.sampled_from([NAN, 0.0, 1.0, 2.5, 4.0, 7.0]), min_size=raters, max_size=raters),
        min_size=3,
        max_size=9,
    )
)


@given(tables, st.sampled_from(METRICS))
def test_every_metric_is_its_definition(items: list[list[float]], metric: str) -> None:
    table = np.array(items).T
    kept = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    found = krippendorff_alpha(table, metric, n_boot=0)
    if len(np.unique(kept[~np.isnan(kept)])) < 2:
        assert found.value is None
        return
    assert found.value == pytest.approx(by_definition(table, metric), abs=1e-9)


def drawn(n_items: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    table = np.clip(np.round(3 + rng.normal(size=n_items) + 0.8 * rng.normal(size=(3, n_items))), 0, 5)
    table[rng.random(table.shape) < 0.2] = NAN
    return table


@pytest.mark.parametrize("metric", METRICS)
def test_the_linearised_error_is_the_slope_by_an_items_weight(metric: str) -> None:
    # Counting an item k times moves log(1 - alpha) as its part in the error says: the difference over a tiny weight is
    # approached by adding it once to very many copies of everything.
    from cairn_nb.stats.agreement.ratings_prepared import prepared

    table, copies = drawn(12), 400
    table[:2, 0] = [1, 4]
    many = np.tile(table, copies)
    more = np.concatenate([many, table[:, :1]], axis=1)
    before, after = (np.log(1 - prepared(ratings, metric).found.alpha) for ratings in (many, more))
    assert (after - before) == pytest.approx(prepared(many, metric).found.pull[0], rel=0.01)


@pytest.mark.parametrize("metric", METRICS)
def test_resampled_and_linearised_intervals_agree_where_items_are_many(metric: str) -> None:
    table = drawn(400)
    resampled, linearised = (krippendorff_alpha(table, metric, n_boot=n_boot) for n_boot in (2000, 0))
    assert resampled.method.startswith("bootstrap-t") and linearised.method.startswith("linearised")
    width = linearised.high - linearised.low
    assert [resampled.low, resampled.high] == pytest.approx([linearised.low, linearised.high], abs=0.15 * width)


@pytest.mark.parametrize("metric", METRICS)
def test_items_in_one_cluster_are_worth_less(metric: str) -> None:
    table = np.repeat(drawn(60), 4, axis=1)
    copies = [f"document {i // 4}" for i in range(240)]
    alone, together = krippendorff_alpha(table, metric), krippendorff_alpha(table, metric, clusters=copies)
    # Four copies of each item tell as much as one: the interval is twice as wide as if they stood for themselves.
    assert together.high - together.low == pytest.approx(2 * (alone.high - alone.low), rel=0.2)
    # Two of the sixty items were rated by one alone.
    assert (together.n, together.n_clusters, alone.value) == (232, 58, together.value)


def test_neither_order_nor_names_of_items_change_a_bound() -> None:
    table, order = drawn(50), np.random.default_rng(1).permutation(50)
    assert krippendorff_alpha(table) == krippendorff_alpha(table[:, order])
    clusters = [i // 5 for i in range(50)]
    renamed = [f"d{9 - clusters[i]}" for i in order]
    assert krippendorff_alpha(table, clusters=clusters) == krippendorff_alpha(table[:, order], clusters=renamed)


def test_labels_of_any_kind_under_the_nominal_metric() -> None:
    # Items: yes yes, no no, yes no, no no. Ratings: 3 yes, 5 no. Observed (2 / 1) / 8; expected 2 * 3 * 5 / (8 * 7).
    found = krippendorff_alpha([["yes", "no", "yes", "no"], ["yes", "no", "no", "no"]], "nominal")
    assert found.value == pytest.approx(1 - (2 / 8) / (30 / 56))
    gaps = pd.DataFrame([["a", None, "b"], ["a", "b", NAN]])
    assert krippendorff_alpha(gaps, "nominal").missing == {"fewer than two ratings": 2}


def test_a_data_frame_is_a_table_of_raters_by_items() -> None:
    assert krippendorff_alpha(pd.DataFrame(PUBLISHED)) == krippendorff_alpha(PUBLISHED)


@pytest.mark.parametrize("metric", METRICS)
def test_where_nothing_varies_there_is_no_agreement_to_measure(metric: str) -> None:
    found = krippendorff_alpha([[3, 3, 3], [3, 3, 3]], metric)
    assert (found.value, found.low, found.warning) == (None, None, "every rating is the same")


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("shape", [(2, 0), (0, 3), (2, 3)])
def test_no_rating_at_all(metric: str, shape: tuple[int, int]) -> None:
    assert krippendorff_alpha(np.full(shape, NAN), metric).value is None


def test_without_a_pair_there_is_nothing() -> None:
    found = krippendorff_alpha([[1, NAN], [NAN, 2]])
    assert (found.value, found.n, found.missing) == (None, 0, {"fewer than two ratings": 2})


@pytest.mark.parametrize("metric", METRICS)
def test_raters_who_never_differ_have_no_interval(metric: str) -> None:
    found = krippendorff_alpha([[1.1, 2.3, 3.7, 1.1, 2.3, 3.7, 2]] * 2, metric)
    assert found.value == pytest.approx(1.0)
    assert (found.low, found.warning) == (None, "no interval: the raters never differ")


@pytest.mark.parametrize("n_boot", [2000, 0])
def test_no_bound_lies_where_alpha_cannot(n_boot: int) -> None:
    # Two raters who nearly agree but for two opposite ratings about one document: resamples without it differ little.
    one = [1.0, 2.0, 3.0, 4.0, 5.0] * 4 + [1.0, 5.0]
    two = [1.1, 2.1, 2.9, 4.1, 5.0] * 4 + [5.0, 1.0]
    clusters = [place // 2 for place in range(22)]
    found = krippendorff_alpha([one, two], clusters=clusters, n_boot=n_boot)
    assert found.value is not None and found.low is not None
    assert -1 <= found.low < found.value
    # Opposite ratings of every item: 1 - 2 (N - 1) / N for N ratings.
    worst = krippendorff_alpha([[1.0, 5.0] * 10, [5.0, 1.0] * 10], n_boot=0)
    assert worst.value == pytest.approx(-1 + 2 / 40)


def test_few_items_have_no_interval() -> None:
    found = krippendorff_alpha([[1, 2, 3, 4, 5], [1, 2, 3, 5, 5]])
    assert (found.low, found.warning) == (None, "no interval: only 5 items")


def test_many_distinct_scores_need_no_table_of_values_by_values() -> None:
    rng = np.random.default_rng(0)
    table = rng.normal(size=3_000) + 0.5 * rng.normal(size=(2, 3_000)) + 10
    for metric in METRICS:
        found = krippendorff_alpha(table, metric)
        assert found.method.startswith("linearised")
    # Two scores of one variance that correlate by 1 / (1 + 0.25) = 0.8: alpha is their intraclass correlation.
    assert krippendorff_alpha(table).value == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize(
    ("ratings", "metric", "message"),
    [
        ([1, 2, 3], "interval", "raters by items"),
        ([["a", "b"], ["a", "c"]], "interval", "must be numbers"),
        ([[1, float("inf")], [1, 2]], "interval", "rater 0, item 1 is infinite"),
        ([[1, float("inf")], [1, 2]], "ordinal", "rater 0, item 1 is infinite"),
        ([[-1, 1], [1, 2]], "ratio", "from 0"),
        ([[1, 2], [1, 2]], "cosine", "unknown metric"),
    ],
)
def test_what_cannot_be_read_is_refused(ratings: list, metric: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        krippendorff_alpha(ratings, metric)


def test_parameters_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match="2 cluster labels for 12 items"):
        krippendorff_alpha(PUBLISHED, clusters=["a", "b"])
    with pytest.raises(InputError, match="n_boot"):
        krippendorff_alpha(PUBLISHED, n_boot=-1)


def test_ratings_of_three_people_each_equal_the_published_values(data_dir: Path) -> None:
    folder = data_dir / "mtrag_human_eval"
    expected = json.loads((folder / "expected.json").read_text())["alpha"]
    rows = list(csv.DictReader((folder / "ratings.csv").open()))
    for name, by_metric in expected.items():
        frame = pd.DataFrame([row for row in rows if row["metric"] == name])
        table = frame.assign(value=frame["value"].astype(float)).pivot(
            index="rater", columns=["task_id", "model_id"], values="value"
        )
        for metric, alpha in by_metric.items():
            assert krippendorff_alpha(table, metric).value == pytest.approx(alpha, abs=1e-6)

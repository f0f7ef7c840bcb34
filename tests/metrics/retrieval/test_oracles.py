"""Equal to pytrec_eval and ir_measures to 1e-12, on random graded runs with ties and on real TREC runs.

Where definitions differ: `ndcg@k` has the gain 2^grade - 1, theirs the grade itself, which is `ndcg_linear@k` here;
a question without a relevant document is 0 there and has no value here; one that the run lacks is left out there and
is 0 here, as with trec_eval's -c. The RR@k of ir_measures, alone among its measures, compares in double precision and
takes the earlier id first where scores tie, so it is given the order and not the scores.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ir_measures
import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.metrics import retrieval

K = (1, 3, 5, 10)
PYTREC = {"recall": "recall", "precision": "P", "hit": "success", "ndcg_linear": "ndcg_cut"}
IR = {"recall": "R", "precision": "P", "hit": "Success", "mrr": "RR", "ndcg_linear": "nDCG"}

Grades = dict[str, dict[str, int]]
Scores = dict[str, dict[str, float]]

NAMES = st.sampled_from([f"d{i}" for i in range(40)])
# Few distinct scores, so that most tie; two that single precision cannot tell apart; both signs and zeros.
SCORES = st.sampled_from([0.0, -0.0, 1.5, 1.5 + 1e-9, -2.25, 0.1, 0.1 + 1e-6, 3e38, 1e-40]) | st.floats(-10, 10)
QUERIES = st.sampled_from([f"q{i}" for i in range(6)])
QRELS = st.dictionaries(QUERIES, st.dictionaries(NAMES, st.integers(-1, 5), min_size=1), min_size=1)
RUNS = st.dictionaries(QUERIES, st.dictionaries(NAMES, SCORES, min_size=1), min_size=1)


def by_pytrec(qrels: Grades, run: Scores) -> pd.DataFrame:
    wanted = {f"{theirs}.{','.join(map(str, K))}" for theirs in PYTREC.values()} | {"recip_rank"}
    found = pytrec_eval.RelevanceEvaluator(qrels, wanted).evaluate(run)
    return pd.DataFrame.from_dict(found, orient="index", dtype=float)


def by_ir_measures(qrels: Grades, run: Scores) -> dict[tuple[str, str], float]:
    names = {f"{theirs}@{k}": f"{ours}@{k}" for ours, theirs in IR.items() for k in K}
    ranks = [ir_measures.parse_measure(name) for name in names if name.startswith("RR")]
    others = [ir_measures.parse_measure(name) for name in names if not name.startswith("RR")]
    ordered = {query: distinct(scores) for query, scores in run.items()}
    measured = [*ir_measures.iter_calc(others, qrels, run), *ir_measures.iter_calc(ranks, qrels, ordered)]
    return {(value.query_id, names[str(value.measure)]): value.value for value in measured}


def distinct(scores: dict[str, float]) -> dict[str, float]:
    """The same order without ties, by a plain sort: single precision, then the id, both from the highest down."""
    order = sorted(scores, key=lambda name: (np.float32(scores[name]), name), reverse=True)
    return {name: -float(place) for place, name in enumerate(order)}


def assert_equal(qrels: Grades, run: Scores) -> int:
    """Compare every value that both sides define; how many those are."""
    ours, compared = retrieval.evaluate(qrels, run, k=K), 0
    ours = ours[ours["status"] == "scored"]
    theirs = by_pytrec(qrels, run)
    for name, their_name in PYTREC.items():
        for k in K:
            expected = theirs[f"{their_name}_{k}"].reindex(ours.index) if len(theirs) else ours[f"{name}@{k}"]
            np.testing.assert_allclose(ours[f"{name}@{k}"], expected, rtol=0, atol=1e-12)
            compared += len(ours)
    for (query, name), value in by_ir_measures(qrels, run).items():
        if query in ours.index:
            assert ours.loc[query, name] == pytest.approx(value, rel=0, abs=1e-12), (query, name)
            compared += 1
    return compared


@given(QRELS, RUNS)
@settings(max_examples=100, deadline=None)
def test_random_graded_runs_with_ties(qrels: Grades, run: Scores) -> None:
    assert_equal(qrels, run)


@given(QRELS, RUNS)
@settings(max_examples=50, deadline=None)
def test_the_reciprocal_rank_without_a_cutoff(qrels: Grades, run: Scores) -> None:
    ours = retrieval.evaluate(qrels, run, k=(1000,))
    ours = ours[ours["status"] == "scored"]
    if len(ours):
        expected = by_pytrec(qrels, run).loc[ours.index, "recip_rank"]
        np.testing.assert_allclose(ours["mrr@1000"], expected, rtol=0, atol=1e-12)


@given(QRELS, RUNS)
@settings(max_examples=100, deadline=None)
def test_the_exponential_gain_is_their_linear_one_on_graded_powers(qrels: Grades, run: Scores) -> None:
    """A grade g is given to trec_eval as 2^g - 1, which its linear nDCG then takes as the gain."""
    powers = {q: {d: 2**g - 1 if g > 0 else 0 for d, g in names.items()} for q, names in qrels.items()}
    ours = retrieval.evaluate(qrels, run, k=K)
    ours = ours[ours["status"] == "scored"]
    theirs = by_pytrec(powers, run)
    for k in K if len(ours) else ():
        expected = theirs.loc[ours.index, f"ndcg_cut_{k}"]
        np.testing.assert_allclose(ours[f"ndcg@{k}"], expected, rtol=0, atol=1e-12)


def read(folder: Path, qrels: str, run: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """TREC files as tables."""
    text = {"query_id": str, "doc_id": str}
    judged = pd.read_csv(folder / qrels, sep=r"\s+", names=["query_id", "zero", "doc_id", "relevance"], dtype=text)
    names = ["query_id", "Q0", "doc_id", "rank", "score", "tag"]
    return judged, pd.read_csv(folder / run, sep=r"\s+", names=names, dtype=text)


def nested(frame: pd.DataFrame, value: str) -> dict[str, dict[str, Any]]:
    return {
        query: dict(zip(rows["doc_id"], rows[value].tolist(), strict=True)) for query, rows in frame.groupby("query_id")
    }


ROBUST = ["uic0301", "pircRBa1", "SABIR03BASE", "humR03dc", "rutcor03100"]


@pytest.mark.parametrize("tag", ROBUST)
def test_trec_2003_robust_runs(data_dir: Path, tag: str) -> None:
    judged, ranked = read(data_dir / "trec_robust03", "qrels.new50.txt", f"run.{tag}.top100.txt")
    qrels, run = nested(judged, "relevance"), nested(ranked, "score")
    assert assert_equal(qrels, run) == 36 * len(run)
    pd.testing.assert_frame_equal(
        retrieval.evaluate(judged, ranked).sort_index(), retrieval.evaluate(qrels, run).sort_index(), rtol=1e-14
    )


def test_a_graded_run_with_levels_up_to_fifty(data_dir: Path) -> None:
    judged, ranked = read(data_dir / "trec_graded", "qrels.txt", "run.txt")
    assert assert_equal(nested(judged, "relevance"), nested(ranked, "score")) == 36 * 2
    expected = json.loads((data_dir / "trec_graded/expected.json").read_text())["pytrec_eval"]
    means = retrieval.summary(retrieval.evaluate(judged, ranked, k=(10, 1000))).means
    assert means["ndcg_linear@10"] == pytest.approx(expected["ndcg_cut_10"], abs=1e-6)
    assert means["mrr@1000"] == pytest.approx(expected["recip_rank"], abs=1e-6)


@pytest.mark.parametrize("tag", ["uic0301", "SABIR03BASE"])
def test_the_published_means(data_dir: Path, tag: str) -> None:
    judged, ranked = read(data_dir / "trec_robust03", "qrels.new50.txt", f"run.{tag}.top100.txt")
    expected = json.loads((data_dir / "trec_robust03/expected.json").read_text())["runs"][tag]
    means = retrieval.summary(retrieval.evaluate(judged, ranked, k=(1, 5, 10, 20, 30, 100, 1000))).means
    names = {
        "recall@10": "recall_10",
        "recall@100": "recall_100",
        "precision@5": "P_5",
        "precision@10": "P_10",
        "precision@30": "P_30",
        "precision@1000": "P_1000",
        "ndcg_linear@5": "ndcg_cut_5",
        "ndcg_linear@10": "ndcg_cut_10",
        "ndcg_linear@20": "ndcg_cut_20",
        "mrr@1000": "recip_rank",
        "hit@1": "success_1",
        "hit@10": "success_10",
    }
    for ours, theirs in names.items():
        assert means[ours] == pytest.approx(expected["pytrec_eval_mean_over_run_topics"][theirs], abs=1e-6), ours
    assert means["mrr@10"] == pytest.approx(expected["ir_measures_aggregate"]["RR@10"], abs=1e-6)


def test_the_topics_of_one_run(data_dir: Path) -> None:
    judged, ranked = read(data_dir / "trec_robust03", "qrels.new50.txt", "run.uic0301.top100.txt")
    expected = json.loads((data_dir / "trec_robust03/expected.json").read_text())["per_topic_uic0301"]
    found = retrieval.evaluate(judged, ranked, k=(10, 100, 1000))
    names = {
        "ndcg_linear@10": "ndcg_cut_10",
        "mrr@1000": "recip_rank",
        "precision@10": "P_10",
        "recall@100": "recall_100",
    }
    assert len(expected) == 50
    for topic, values in expected.items():
        for ours, theirs in names.items():
            assert found.loc[topic, ours] == pytest.approx(values[theirs], abs=1e-6), (topic, ours)


def test_a_topic_that_a_real_run_lacks_is_zero_and_counted(data_dir: Path) -> None:
    judged, ranked = read(data_dir / "trec_robust03", "qrels.new50.txt", "run.uic0301.top100.txt")
    whole = retrieval.evaluate(judged, ranked)
    without = retrieval.summary(retrieval.evaluate(judged, ranked[ranked["query_id"] != "601"]))
    assert (without.n, without.n_missing_from_run) == (50, 1)
    rest = whole.drop(index="601")["ndcg@10"].sum()
    assert without.means["ndcg@10"] == pytest.approx((rest + 0) / 50)

"""One tool over one made-up run, in its own process: `python retrieval_metrics_candidate.py TOOL INPUT QUERIES DEPTH`.

Prints JSON: CPU seconds of the measurement (all threads, after a small run that is not counted), how much the peak of
memory rose by it in MB, and the mean recall@10, by which the tools are held to have measured the same.
INPUT is ``frames`` or ``dicts``. Nothing but the tool, numpy and pandas is needed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

CORPUS, JUDGED, CUTOFF = 1_000_003, 10, 10  # a prime number of documents, so that steps through it never repeat
PYTREC = {"ndcg_cut.10", "recall.10", "P.10", "success.10", "recip_rank"}
IR = ("nDCG@10", "R@10", "P@10", "Success@10", "RR@10")
RANX = ("ndcg@10", "recall@10", "precision@10", "hit_rate@10", "mrr@10")


def tables(queries: int, depth: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Qrels (10 a query, graded 0 to 3, every other one of them retrieved) and a run in rank order, seeded."""
    rng = np.random.default_rng(0)
    start, step = rng.integers(CORPUS, size=(queries, 1)), rng.integers(1, CORPUS, size=(queries, 1))
    documents = (start + step * np.arange(depth)) % CORPUS
    missed = (start + step * np.arange(depth, depth + JUDGED // 2)) % CORPUS
    found = np.take_along_axis(documents, rng.permuted(np.tile(np.arange(depth), (queries, 1)), axis=1), axis=1)
    judged = np.concatenate([found[:, : JUDGED - JUDGED // 2], missed], axis=1)
    scores = -np.sort(-rng.random((queries, depth)), axis=1)
    grades = rng.integers(0, 4, size=judged.shape)
    grades[:, 0] = 3  # every query has a relevant document
    return _table(judged, "relevance", grades), _table(documents, "score", scores)


def _table(documents: np.ndarray, name: str, values: np.ndarray) -> pd.DataFrame:
    queries = np.repeat([f"q{number}" for number in range(len(documents))], documents.shape[1]).astype(object)
    ids = np.char.add("doc-", documents.ravel().astype(str)).astype(object)
    return pd.DataFrame({"query_id": queries, "doc_id": ids, name: values.ravel()})


def nested(table: pd.DataFrame, value: str) -> dict[str, dict[str, Any]]:
    """A table as dicts by the leanest loop."""
    found: dict[str, dict[str, Any]] = {}
    rows = zip(table["query_id"].tolist(), table["doc_id"].tolist(), table[value].tolist(), strict=True)
    for query, document, number in rows:
        found.setdefault(query, {})[document] = number
    return found


def by_groups(table: pd.DataFrame, value: str) -> dict[str, dict[str, Any]]:
    """A table as dicts in the way that is usually shown."""
    groups = table.groupby("query_id", sort=False)
    return {query: dict(zip(rows["doc_id"], rows[value], strict=True)) for query, rows in groups}


def cairn(qrels: Any, run: Any) -> float:
    from cairn_nb.metrics import retrieval

    return float(retrieval.evaluate(qrels, run, k=(CUTOFF,))["recall@10"].mean())


def cairn_four_cutoffs(qrels: Any, run: Any) -> float:
    from cairn_nb.metrics import retrieval

    return float(retrieval.evaluate(qrels, run)["recall@10"].mean())


def pytrec_eval(qrels: Any, run: Any) -> float:
    import pytrec_eval

    if isinstance(run, pd.DataFrame):
        qrels, run = by_groups(qrels, "relevance"), by_groups(run, "score")
    found = pytrec_eval.RelevanceEvaluator(qrels, PYTREC).evaluate(run)
    return sum(values["recall_10"] for values in found.values()) / len(found)


def pytrec_eval_lean(qrels: Any, run: Any) -> float:
    return pytrec_eval(nested(qrels, "relevance"), nested(run, "score"))


def ir_measures(qrels: Any, run: Any) -> float:
    import ir_measures

    found = ir_measures.iter_calc([ir_measures.parse_measure(name) for name in IR], qrels, run)
    recalls = [value.value for value in found if str(value.measure) == "R@10"]
    return sum(recalls) / len(recalls)


def ranx(qrels: Any, run: Any) -> float:
    from ranx import Qrels, Run, evaluate

    if isinstance(run, pd.DataFrame):
        ids = {"q_id_col": "query_id", "doc_id_col": "doc_id"}
        qrels, run = Qrels.from_df(qrels, **ids, score_col="relevance"), Run.from_df(run, **ids, score_col="score")
    else:
        qrels, run = Qrels(qrels), Run(run)
    return float(evaluate(qrels, run, list(RANX))["recall@10"])


TOOLS: dict[str, Callable[[Any, Any], float]] = {
    tool.__name__: tool for tool in (cairn, cairn_four_cutoffs, pytrec_eval, pytrec_eval_lean, ir_measures, ranx)
}


def memory_mb(field: str, *, forget_peak: bool = False) -> float:
    """What Linux says of this process's memory; NaN elsewhere."""
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    if forget_peak:
        Path("/proc/self/clear_refs").write_text("5")
    return int(status.read_text().split(f"{field}:")[1].split()[0]) / 1024


def main(tool: str, given: str, queries: int, depth: int) -> None:
    """Measure one tool on one kind of input."""
    measure = TOOLS[tool]
    for size in (min(queries, 50), queries):
        qrels, run = tables(size, depth)
        data = (qrels, run) if given == "frames" else (nested(qrels, "relevance"), nested(run, "score"))
        del qrels, run
        before, started = memory_mb("VmRSS", forget_peak=True), time.process_time()
        recall = measure(*data)
        taken = time.process_time() - started
    rose = memory_mb("VmHWM") - before
    print(json.dumps({"cpu_s": taken, "peak_rose_mb": rose, "recall": recall}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))

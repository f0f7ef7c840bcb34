"""The report's aggregates with their uncertainty: one measure, one estimate, one set of resamples for all.

The unit that is resampled is the row's document (`cluster_id`) with all trials of its questions, or the
question where a row names no document or plain questions are asked for. A question's value is the mean over its
trials that have one, a mean the mean over questions; what `POOLED` names is over answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from cairn_nb.metrics.measured import MeasuredRows, measure, questions
from cairn_nb.metrics.measurements import AXIS_MEASURES, MEASUREMENTS, latency
from cairn_nb.records import CaseRow, Estimate
from cairn_nb.records.section import MOST_POINTS
from cairn_nb.stats import (
    Ratio,
    bootstrap_ratios,
    cluster_codes,
    mean_of,
    mean_of_means,
    planned_visible_drop,
    quantile_estimate,
    question_means,
)

LATENCIES = {"latency_p50_ms": 0.50, "latency_p95_ms": 0.95}
# Shares of what was answered, where a question with fewer answers says less.
POOLED = frozenset({"citation_validity", "error_rate_answered", "abstain_precision"})
POINTS = frozenset({"answer_score", *AXIS_MEASURES})
UNBOUNDED = frozenset({"cost_per_question_usd", "unsupported_claims"})
COMPARED = (
    *("judge_score", "token_f1", "answer_score", "citation_validity", "faithfulness", "answer_rate"),
    *("recall_at_5", "document_ndcg_at_10"),
)


def cluster_labels(rows: Sequence[CaseRow], cluster: Literal["document", "none"] = "document") -> list[str]:
    """What each row is resampled with: its document, or its question."""
    if cluster == "none":
        return [row.case_id for row in rows]
    return [row.cluster_id or f"case:{row.case_id}" for row in rows]


def ratio(rows: Sequence[CaseRow], name: str) -> Ratio:
    """A measure over rows as the ratio that its definition says."""
    if not isinstance(rows, MeasuredRows):
        return _ratio(rows, name)
    if name not in rows.ratios:
        rows.ratios[name] = _ratio(rows, name)
    return rows.ratios[name]


def _ratio(rows: Sequence[CaseRow], name: str) -> Ratio:
    values, missing = measure(rows, MEASUREMENTS[name])
    if name != "citation_validity":
        is_share, asked = name not in UNBOUNDED, questions(rows)
        most = MOST_POINTS if name in POINTS else 1.0
        if asked is None or name in POOLED:
            return mean_of(values, missing=missing, is_share=is_share, most=most)
        return mean_of_means(values, asked, missing=missing, is_share=is_share, most=most)
    # Verified claims over all claims, so an answer with many claims weighs more.
    gaps = np.isnan(values)
    claims = np.array([row.claims_total or 0 for row in rows], dtype=np.float64)
    supported = np.array([row.claims_supported or 0 for row in rows], dtype=np.float64)
    claims[gaps], supported[gaps] = np.nan, np.nan
    return Ratio(supported, claims, missing)


def estimates(
    rows: Sequence[CaseRow],
    *,
    cluster: Literal["document", "none"] = "document",
    n_boot: int = 2000,
    level: float = 0.95,
    seed: int = 0,
) -> dict[str, Estimate]:
    """Every aggregate by its catalogue name, with interval, n, and the missing by reason.

    Parameters
    ----------
    rows
        The report's rows; the order does not matter.
    cluster, n_boot, level, seed
        As the experiment file's `stats` says.
    """
    ratios = {name: ratio(rows, name) for name in MEASUREMENTS}
    labels = cluster_labels(rows, cluster)
    found = bootstrap_ratios(ratios, labels, n_boot=n_boot, seed=seed, level=level, interval="auto")
    cost = found["cost_per_question_usd"]
    if cost.missing:
        found["cost_per_question_usd"] = Estimate(value=None, level=level, missing=cost.missing)
    values, missing = measure(rows, latency)
    for name, q in LATENCIES.items():
        found[name] = quantile_estimate(values, q, level, missing=missing)
    return found


def estimates_by(
    rows: Sequence[CaseRow],
    field: Literal["category", "answer_type", "answerable", "model"],
    *,
    cluster: Literal["document", "none"] = "document",
    n_boot: int = 2000,
    level: float = 0.95,
    seed: int = 0,
) -> dict[str, Estimate]:
    """The estimates of each group of rows, named like ``judge_score[category=table]``.

    Rows without the field are in no group. Other parameters as in `estimates`.
    """
    groups: dict[str, list[CaseRow]] = {}
    for row in rows:
        value = getattr(row, field)
        if value is not None:
            groups.setdefault(str(value), []).append(row)
    return {
        f"{name}[{field}={group}]": estimate
        for group, members in sorted(groups.items())
        for name, estimate in estimates(members, cluster=cluster, n_boot=n_boot, level=level, seed=seed).items()
    }


def smallest_visible_drops(
    rows: Sequence[CaseRow], *, cluster: Literal["document", "none"] = "document"
) -> dict[str, float | None]:
    """For each compared measure, the smallest true drop that a second run over these cases could show, in its unit.

    At a one-sided 5% with 80% power; the second run is taken to vary as much and to correlate by 0.5.
    """
    labels = cluster_labels(rows, cluster)
    return {name: _smallest_visible(rows, labels, name) for name in COMPARED}


def _smallest_visible(rows: Sequence[CaseRow], labels: Sequence[str], name: str) -> float | None:
    most, asked = MOST_POINTS if name in POINTS else 1.0, questions(rows)
    values = measure(rows, MEASUREMENTS[name])[0] / most
    if asked is not None:
        values = question_means(values, asked.tolist()).means
        labels = [labels[int(first)] for first in np.unique(asked, return_index=True)[1]]
    drop = planned_visible_drop(values, cluster_codes(labels, len(values)))
    return None if drop is None else drop * most

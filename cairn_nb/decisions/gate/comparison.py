"""Paired comparisons of the primary metric and of citation validity, each with one of three outcomes.

Both are tested, so two equally good systems get two chances to look worse; Holm's adjustment keeps the
chance of either at 1 - level. A metric that no case changes in cannot look worse and is left out of that
count, which is known before the test (Tarone 1990).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cairn_nb.decisions.reading.limits import GateLimits
from cairn_nb.decisions.reading.measured import citation_value
from cairn_nb.decisions.reading.pair import Measure, Pair, PairedValues, citation_measure
from cairn_nb.decisions.reading.primary import (
    JUDGE,
    TOKEN_F1,
    is_ranking_alone,
    primary_measure,
    primary_value,
    retrieval_metric,
)
from cairn_nb.records import Comparison, PairedComparison
from cairn_nb.stats.paired.holm import holm
from cairn_nb.stats.paired.paired import paired_comparison

Outcome = Literal["worse", "not_worse", "cannot_tell"]
CITATION = "citation_validity"


@dataclass(frozen=True)
class Comparisons:
    """The two paired comparisons of a gate."""

    quality: Comparison
    citation: Comparison


@dataclass(frozen=True)
class _Tested:
    metric: str
    values: PairedValues
    mean_before: float | None
    result: PairedComparison


def primary_metric(pair: Pair) -> str:
    """The judge's score when both reports have one, else token F1: a grade and an overlap are two scales.

    Two rankings without answers are compared by what they found.
    """
    reports = [report for _, report in pair.sides]
    if all(map(is_ranking_alone, reports)):
        return retrieval_metric(reports) or TOKEN_F1
    judged = all(report.answer.judge_score is not None for _, report in pair.sides)
    return JUDGE if judged else TOKEN_F1


def compare(pair: Pair, limits: GateLimits) -> Comparisons | None:
    """Both comparisons; None when a report has no rows to pair."""
    if not pair.cases:
        return None
    metric = primary_metric(pair)
    before = primary_value(pair.baseline, metric), citation_value(pair.baseline)
    quality = _tested(pair, metric, primary_measure(metric), before[0], limits.max_quality_drop, limits)
    citation = _tested(pair, CITATION, citation_measure, before[1], limits.max_citation_drop, limits)
    adjusted = holm([_family_p(quality.result), _family_p(citation.result)])
    return Comparisons(_comparison(quality, adjusted[0], limits), _comparison(citation, adjusted[1], limits))


def _tested(
    pair: Pair, metric: str, measure: Measure, mean_before: float | None, margin: float, limits: GateLimits
) -> _Tested:
    values = pair.values(measure, by_document=limits.cluster == "document")
    result = paired_comparison(
        values.candidate,
        values.baseline,
        values.clusters,
        n_boot=limits.n_boot,
        seed=limits.seed,
        level=limits.level,
        margin=margin,
        interval="auto",
    )
    return _Tested(metric, values, mean_before, result)


def _family_p(result: PairedComparison) -> float | None:
    return result.p_regressed if result.wins + result.losses else None


def _comparison(tested: _Tested, adjusted: float | None, limits: GateLimits) -> Comparison:
    result = tested.result
    p_regressed = result.p_regressed if adjusted is None else adjusted
    return Comparison(
        metric=tested.metric,
        difference=result.diff,
        margin=result.margin,
        p_value=result.p_value,
        p_bootstrap=result.p_bootstrap,
        p_regressed=p_regressed,
        p_noninferior=result.p_noninferior,
        wins=result.wins,
        ties=result.ties,
        losses=result.losses,
        smallest_visible=result.smallest_visible,
        outcome=_outcome(p_regressed, result.p_noninferior, 1 - limits.level),
        case_ids=tested.values.against(tested.mean_before),
    )


def _outcome(p_regressed: float | None, p_noninferior: float | None, risk: float) -> Outcome:
    if p_regressed is not None and p_regressed <= risk:
        return "worse"
    if p_noninferior is not None and p_noninferior <= risk:
        return "not_worse"
    return "cannot_tell"

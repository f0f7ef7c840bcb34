"""The measures that two runs are compared by, each as paired values of the questions that both have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cairn_nb.decisions.board.marks import measure_of
from cairn_nb.decisions.reading.compared_pairs import compared_pairs
from cairn_nb.decisions.reading.estimated import own_estimate
from cairn_nb.decisions.reading.pair import Measure, Pair, PairedValues
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.errors import InputError
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.metrics.measurements import latency
from cairn_nb.records import CaseRow, Estimate, Outcome, PairedComparison, Report
from cairn_nb.stats.bootstrap import bootstrap_mean

Direction = Literal["higher", "lower"]
LATENCY = "latency_ms"


@dataclass(frozen=True)
class MeasuredPair:
    """A measure on both sides, and the paired comparison by document (`clustered`) and by question (`plain`)."""

    name: str
    title: str
    direction: Direction
    before: Estimate
    after: Estimate
    clustered: PairedComparison
    plain: PairedComparison
    smallest_visible: float | None


def compared_measures(asked: Sequence[str] | None, primary_k: int) -> tuple[str, ...]:
    """The measures asked for, else the main ones.

    Raises
    ------
    InputError
        If one of them is unknown, or has no value of a single question.
    """
    if asked is None:
        ranked = (f"document_recall_at_{primary_k}", "document_mrr_at_10", "document_ndcg_at_10")
        answered = ("answer_score", "axis_faithfulness", "judge_score", "token_f1_uncited", "citation_validity")
        held = ("answer_rate", "error_rate_answered", "abstain_recall", "false_refusal_rate")
        return (*answered, *held, *ranked, f"recall_at_{primary_k}", "cost_per_question_usd", LATENCY)
    for name in asked:
        if _measure(name) is None:
            known = ", ".join(entry for entry in (*CATALOG, LATENCY) if _measure(entry) is not None)
            raise InputError(f"there is no measure of a question named {name!r}", key="metric", hint=f"one of {known}")
    return tuple(dict.fromkeys(asked))


def measured_pairs(pair: Pair, names: Sequence[str], settings: Settings) -> tuple[MeasuredPair, ...]:
    """Each measure that some question has on both sides."""
    return tuple(_measured_pairs(pair, names, settings))


def _measured_pairs(pair: Pair, names: Sequence[str], settings: Settings) -> Iterator[MeasuredPair]:
    for name in names:
        measure = _measure(name)
        if measure is None:
            continue
        values = pair.values(measure, by_document=settings.cluster == "document")
        if values.case_ids:
            yield _measured(name, _Sides(pair, measure, values), settings)


@dataclass(frozen=True)
class _Sides:
    """A measure's paired values, and the reports that they are from."""

    pair: Pair
    measure: Measure
    values: PairedValues

    def own(self, name: str, report: Report, side: Sequence[float]) -> Estimate | None:
        """The report's own estimate of the mean, where every question that it has a value of is compared."""
        measured = {row.case_id for row in report.per_case if self.measure(row) is not None}
        mean = sum(side) / len(side)
        return own_estimate(report, name, mean) if len(measured) == len(side) else None


def _measured(name: str, sides: _Sides, settings: Settings) -> MeasuredPair:
    high, values, pair = _high(name), sides.values, sides.pair
    mean = _mean_of(values, settings, high)
    columns = np.array(values.candidate, dtype=np.float64), np.array(values.baseline, dtype=np.float64)
    (found,) = compared_pairs([columns], values.clusters, settings, high)
    return MeasuredPair(
        name=name,
        title=_title(name),
        direction=_direction(name),
        before=sides.own(name, pair.baseline, values.baseline) or mean(values.baseline),
        after=sides.own(name, pair.candidate, values.candidate) or mean(values.candidate),
        clustered=found.clustered,
        plain=found.plain,
        smallest_visible=found.clustered.smallest_visible,
    )


def _mean_of(values: PairedValues, settings: Settings, high: float | None) -> Callable[[Sequence[float]], Estimate]:
    def mean(side: Sequence[float]) -> Estimate:
        return bootstrap_mean(
            side,
            values.clusters,
            settings.n_boot,
            settings.seed,
            settings.level,
            is_share=high is not None,
            most=high or 1.0,
            interval="auto",
        )

    return mean


def _measure(name: str) -> Measure | None:
    return _latency_ms if name == LATENCY else measure_of(name)


def _latency_ms(row: CaseRow) -> float | None:
    value = latency(row)
    return None if isinstance(value, Outcome) else value


def _title(name: str) -> str:
    return "mean latency of a question" if name == LATENCY else CATALOG[name].title


def _direction(name: str) -> Direction:
    return "lower" if name == LATENCY else CATALOG[name].direction


def _high(name: str) -> float | None:
    return None if name == LATENCY else CATALOG[name].high

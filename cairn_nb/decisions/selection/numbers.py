"""What a system came to, as its report says: quality, money, time and simplicity."""

from __future__ import annotations

from cairn_nb.decisions.reading.systems import System
from cairn_nb.decisions.selection.effort import model_calls, steps
from cairn_nb.decisions.tables.costs import Costs
from cairn_nb.decisions.tables.latencies import latency_of
from cairn_nb.records import Estimate
from cairn_nb.records.recommendation import SystemNumbers

DIGITS = 9  # sums of binary fractions differ beyond by the order of their parts


def numbers_of(system: System, quality: Estimate, *, level: float) -> SystemNumbers:
    """Every number of a system; null where nobody measured it."""
    latency, costs, answer = latency_of(system, level), Costs(system), system.report.answer
    return SystemNumbers(
        system=system.name,
        config_hash=system.report.config_hash,
        quality=quality,
        cost_per_question_usd=_rounded(costs.per_question),
        latency_ms=_rounded(latency.mean_ms),
        latency_p95_ms=_rounded(latency.p95_ms.value),
        latency_source=latency.source or "none",
        faithfulness=answer.axes.get("faithfulness"),
        answer_score=answer.answer_score,
        ingestion_cost_usd=costs.ingestion,
        model_calls=_rounded(model_calls(system)),
        steps=_rounded(steps(system)),
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)

"""How simple a system is: the model calls and steps of a question, null where the report does not say."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

from cairn_nb.decisions.reading.systems import System
from cairn_nb.records import Report
from cairn_nb.records.steps import JUDGING_STAGES

# Stages that ask a model; embedding and reranking only where they are more than arithmetic on words.
ASKING = {"rewrite": None, "embed": "hashing", "rerank": "lexical", "generate": None}


def model_calls(system: System) -> float | None:
    """Mean number of stages that asked a model, over the answers that did not end in an error."""
    offline = _offline_stages(system.report)
    return _mean_stages(system, lambda stage: stage in ASKING and stage not in offline)


def steps(system: System) -> float | None:
    """Mean number of stages, those of judging left out."""
    return _mean_stages(system, lambda stage: stage not in JUDGING_STAGES)


def _offline_stages(report: Report) -> set[str]:
    named = {"embed": report.notes.get("embedding"), "rerank": report.notes.get("reranker")}
    return {stage for stage, name in named.items() if name is not None and name == ASKING[stage]}


def _mean_stages(system: System, counts: Callable[[str], bool]) -> float | None:
    traced = [row.latency_by_stage_ms for row in system.succeeded if row.latency_by_stage_ms]
    return fsum(sum(map(counts, stages)) for stages in traced) / len(traced) if traced else None

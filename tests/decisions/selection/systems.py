"""Reports of systems that differ in answer score, cost, latency and steps, and in nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.records import Report
from tests.report_factory import answered_row, build_report

STAGES = {"search": 1.0, "generate": 9.0}


def system(
    name: str,
    scores: Sequence[float],
    *,
    cost: float | None = 0.001,
    latency: float | None = 100.0,
    stages: dict[str, float] = STAGES,
    faithfulness: float | None = None,
    row: dict[str, Any] | None = None,
    **changes: Any,
) -> Report:
    """A report with one question of one document a score; `row` are further fields of every row."""
    axes = {} if faithfulness is None else {"faithfulness": faithfulness}
    rows = [
        answered_row(
            f"c{i:02d}",
            **{
                "answer_score": score,
                "axes": axes,
                "axes_judge": "judge-1",
                "cost_usd": cost,
                "judge_cost_usd": 0.0,
                "latency_ms": latency,
                "latency_by_stage_ms": stages,
                **(row or {}),
            },
        )
        for i, score in enumerate(scores)
    ]
    mean = sum(scores) / len(scores)
    notes = {"provider": "openai", "judge": "llm", **changes.pop("notes", {})}
    return build_report(rows, config_name=name, answer={"answer_score": mean, "axes": axes}, notes=notes, **changes)


def flat(score: float, n: int = 40) -> list[float]:
    """The same score for every question."""
    return [score] * n


def noisy(score: float, n: int = 40, by: float = 0.4) -> list[float]:
    """Scores that go up and down around a mean, half of the questions each way."""
    return [score + (by if i % 2 else -by) for i in range(n)]

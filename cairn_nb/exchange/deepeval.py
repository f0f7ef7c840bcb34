"""DeepEval's test runs: ``{"testCases": [...]}`` as it writes them, or with Python's spelling of the keys.

Its own latest run lies in a ``testRunData`` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cairn_nb.exchange.cells import first
from cairn_nb.exchange.rows import from_array
from cairn_nb.exchange.table import Line, Table

KEYS = ("testCases", "test_cases")
WRAPPED = "testRunData"
TOOL = "DeepEval"


def is_test_run(value: Any) -> bool:
    """Whether a JSON document is one."""
    run = _unwrapped(value)
    return isinstance(run, Mapping) and any(isinstance(run.get(key), list) for key in KEYS)


def from_test_run(path: Path, value: Mapping[str, Any]) -> Table:
    """Its test cases; a conversation of several turns is a misfit for want of an answer.

    DeepEval numbers test cases anew in each run, so a case is known by its question.
    """
    table = from_array(path, first(_unwrapped(value), *KEYS), tool=TOOL)
    lines = tuple(Line(line.place, _row(line.values)) for line in table.lines)
    return Table(table.name, lines, TOOL, table.misfits)


def _unwrapped(value: Any) -> Any:
    return value.get(WRAPPED, value) if isinstance(value, Mapping) else value


def _row(case: Mapping[str, Any]) -> dict[str, Any]:
    metrics = first(case, "metricsData", "metrics_data") or []
    counts = [first(case, f"{kind}TokenCount", f"{kind}_token_count") for kind in ("input", "output")]
    return {
        "question": case.get("input"),
        "answer": first(case, "actualOutput", "actual_output"),
        "reference": first(case, "expectedOutput", "expected_output"),
        "contexts": first(case, "retrievalContext", "retrieval_context"),
        "reference_contexts": case.get("context"),
        "latency_s": first(case, "completionTime", "completion_time"),
        "cost_usd": first(case, "tokenCost", "token_cost"),
        "input_tokens": counts[0],
        "output_tokens": counts[1],
        "tags": case.get("tags"),
        "scores": {str(metric.get("name")): metric.get("score") for metric in metrics if isinstance(metric, Mapping)},
    }

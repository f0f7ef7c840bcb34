"""promptfoo's results: ``promptfoo eval --output results.json``.

The question is the variable with a usual name, else the only one; a right answer is such a variable or what
an assertion about the output expects. One file may hold several providers and prompts: each is a system.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cairn_nb.exchange.mapping import guess
from cairn_nb.exchange.roles import ANSWER, CASE
from cairn_nb.exchange.rows import from_array
from cairn_nb.exchange.table import Line, Table

TOOL = "promptfoo"
FAILED = 2  # its failureReason: 1 is an assertion that did not hold
EXPECTING = ("equals", "contains", "icontains", "similar", "factuality")
USAGE = {"tokens": "total", "input_tokens": "prompt", "output_tokens": "completion"}
VARIABLES = {**CASE, "contexts": ANSWER["contexts"]}


def results_of(value: Any) -> list[Any] | None:
    """The result rows of a JSON document that is one of promptfoo's; None when it is not."""
    inner = value.get("results") if isinstance(value, Mapping) else None
    rows = inner.get("results") if isinstance(inner, Mapping) else inner
    is_ours = isinstance(rows, list) and all(isinstance(row, Mapping) and "vars" in row for row in rows)
    return list(rows) if is_ours and isinstance(rows, list) else None


def from_results(path: Path, rows: Sequence[Any]) -> Table:
    """Its rows; the system is the provider, with the prompt's label where there are several prompts."""
    table = from_array(path, list(rows), tool=TOOL)
    prompts = {_prompt(line.values) for line in table.lines}
    lines = tuple(Line(line.place, _row(line.values), _system(line.values, len(prompts))) for line in table.lines)
    return Table(table.name, lines, TOOL, table.misfits)


def _row(result: Mapping[str, Any]) -> dict[str, Any]:
    response = result.get("response")
    reply = response if isinstance(response, Mapping) else {}
    variables = _variables(result)
    usage = reply.get("tokenUsage")
    failed = result.get("failureReason") == FAILED or (result.get("error") and not reply)
    return {
        **variables,
        "reference": variables.get("reference") or _expected(result),
        "answer": _output(reply.get("output")),
        "error": (result.get("error") or "failed") if failed else None,
        "latency_ms": result.get("latencyMs"),
        "cost_usd": result.get("cost"),
        **({role: usage.get(name) for role, name in USAGE.items()} if isinstance(usage, Mapping) else {}),
        "model": _provider(result),
        "scores": {"score": result.get("score"), **(result.get("namedScores") or {})},
    }


def _variables(result: Mapping[str, Any]) -> dict[str, Any]:
    values = result["vars"] if isinstance(result["vars"], Mapping) else {}
    roles = guess(values, roles=VARIABLES).columns
    found = {role: values[name] for role, name in roles.items()}
    if "question" not in found and len(values) == 1:
        found["question"] = next(iter(values.values()))
    return found


def _expected(result: Mapping[str, Any]) -> list[str]:
    case = result.get("testCase")
    asserted = case.get("assert") if isinstance(case, Mapping) else None
    return [
        each["value"]
        for each in asserted or ()
        if isinstance(each, Mapping) and each.get("type") in EXPECTING and isinstance(each.get("value"), str)
    ]


def _output(output: Any) -> Any:
    """An answer in an object is its text, where it has one."""
    return output.get("answer", output.get("output")) if isinstance(output, Mapping) else output


def _provider(result: Mapping[str, Any]) -> str:
    provider = result.get("provider")
    if isinstance(provider, Mapping):
        return str(provider.get("label") or provider.get("id") or "")
    return str(provider or "")


def _prompt(result: Mapping[str, Any]) -> str:
    prompt = result.get("prompt")
    return str(prompt.get("label") or prompt.get("raw") or "") if isinstance(prompt, Mapping) else ""


def _system(result: Mapping[str, Any], n_prompts: int) -> str:
    if n_prompts == 1:
        return _provider(result)
    return f"{_provider(result)} prompt {result.get('promptIdx', 0)}"

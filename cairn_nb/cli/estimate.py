"""`cairn estimate`: what a run will cost, before it is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records.cost_estimate import CostEstimate

HEAD = ("stage", "model", "calls/q", "in/q", "out/q", "USD/q")
USD = 6


def estimate(
    configs: Annotated[list[Path], typer.Argument(metavar="CONFIG...", help="Experiment files.")],
    split: Annotated[Literal["eval", "calibration", "all"], typer.Option(help="Which slice.")] = "eval",
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many cases.")] = None,
    trials: Annotated[int, typer.Option(min=1, help="How often each question is asked.")] = 1,
    sample: Annotated[int, typer.Option(min=1, help="How many questions are measured.")] = 50,
    latency_ms: Annotated[float | None, typer.Option(help="Of one answer, to say how long it takes.")] = None,
    overrides: options.Overrides = None,
    json_: options.Json = False,
) -> None:
    """Say what a run will cost, measured with the offline models; exit 1 when it is more than the cap."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json

    changes = options.parse_overrides(overrides)
    found = [
        api.estimate(
            api.load_config(config, changes),
            split=split,
            limit=limit,
            trials=trials,
            sample=sample,
            latency_ms=latency_ms,
        )
        for config in configs
    ]
    if json_:
        emit_json({"estimates": [one.model_dump(mode="json") for one in found], "total_cost_usd": _together(found)})
    else:
        _show(found)
    if any(one.within_cap is False for one in found):
        raise typer.Exit(1)


def _together(found: Sequence[CostEstimate]) -> float | None:
    costs = [one.total_cost_usd for one in found]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def _show(found: Sequence[CostEstimate]) -> None:
    from cairn_nb.cli.output import number, say

    for one in found:
        _show_one(one)
    if len(found) > 1:
        say(f"all {len(found)} together  {number(_together(found), USD, missing='no known price')} USD")
    say(found[0].method)


def _show_one(one: CostEstimate) -> None:
    from cairn_nb.cli.output import columns, number, say, table

    def usd(cost: float | None) -> str:
        return number(cost, USD, missing="no known price")

    trials = f", each {one.trials} times" if one.trials > 1 else ""
    say(f"{one.config}: {one.n_questions} questions of split {one.split}{trials}")
    columns(HEAD, [_cells(one, place) for place in range(len(one.stages))])
    rows = [
        ("a question (USD)", usd(one.cost_per_question_usd)),
        ("judging it (USD)", usd(one.judge_cost_per_question_usd)),
        (f"latency probe, {one.probe_calls} calls (USD)", usd(one.probe_cost_usd)),
        ("the run (USD)", usd(one.run_cost_usd)),
        ("embedding the documents (USD)", usd(one.ingestion_cost_usd)),
        ("in all (USD)", usd(one.total_cost_usd)),
    ]
    if one.seconds is not None:
        rows.append(("time (minutes)", number(one.seconds / 60, 1)))
    table(rows)
    for line in _remarks(one):
        say(line)


def _cells(one: CostEstimate, place: int) -> tuple[str, ...]:
    from cairn_nb.cli.output import number

    stage = one.stages[place]
    counts = (number(stage.calls, 2), number(stage.input_tokens, 0), number(stage.output_tokens, 0))
    return (stage.stage, stage.model, *counts, number(stage.cost_usd, 8, missing="no known price"))


def _remarks(one: CostEstimate) -> list[str]:
    found = []
    if one.unpriced:
        hint = "give one in CAIRN_PRICING_JSON or in the component's price parameter"
        found.append(f"no price is known for {', '.join(one.unpriced)}: {hint}")
    if one.max_cost_usd is not None and one.within_cap is not None:
        verdict = "lies within" if one.within_cap else "is more than"
        found.append(f"the run {verdict} evaluation.max_cost_usd of {one.max_cost_usd:g} USD")
    elif one.max_cost_usd is not None:
        found.append(f"without every price nobody can say whether {one.max_cost_usd:g} USD are enough")
    return found

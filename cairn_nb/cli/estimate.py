"""`cairn estimate`: what a run will cost, before it is paid for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records.cost_estimate import ArenaEstimate, BenchEstimate, CostEstimate

HEAD = ("stage", "model", "calls/q", "in/q", "out/q", "USD/q")
ARENA_HEAD = ("arena", "model", "calls", "in", "out", "USD")
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
    found = api.estimate_bench(
        [api.load_config(config, changes) for config in configs],
        split=split,
        limit=limit,
        trials=trials,
        sample=sample,
        latency_ms=latency_ms,
    )
    if json_:
        emit_json(found)
    else:
        _show(found)
    if any(one.within_cap is False for one in (*found.estimates, found.arena) if one is not None):
        raise typer.Exit(1)


def _show(found: BenchEstimate) -> None:
    from cairn_nb.cli.output import say

    for one in found.estimates:
        _show_one(one)
    if found.arena is not None:
        _show_arena(found.arena)
    if len(found.estimates) > 1:
        say(f"all {len(found.estimates)} together  {_usd(found.total_cost_usd)} USD")
    say(found.estimates[0].method)
    if found.arena is not None:
        say(f"the arena: {found.arena.method}")


def _show_one(one: CostEstimate) -> None:
    from cairn_nb.cli.output import columns, number, say, table

    trials = f", each {one.trials} times" if one.trials > 1 else ""
    say(f"{one.config}: {one.n_questions} questions of split {one.split}{trials}")
    columns(HEAD, [_cells(one, place) for place in range(len(one.stages))])
    rows = [
        ("a question (USD)", _usd(one.cost_per_question_usd)),
        ("judging it (USD)", _usd(one.judge_cost_per_question_usd)),
        (f"latency probe, {one.probe_calls} calls (USD)", _usd(one.probe_cost_usd)),
        ("the run (USD)", _usd(one.run_cost_usd)),
        ("embedding the documents (USD)", _usd(one.ingestion_cost_usd)),
        ("in all (USD)", _usd(one.total_cost_usd)),
    ]
    if one.seconds is not None:
        rows.append(("time (minutes)", number(one.seconds / 60, 1)))
    table(rows)
    for line in (*_unpriced(one.unpriced), *_cap("the run", one)):
        say(line)


def _show_arena(one: ArenaEstimate) -> None:
    """Who meets, then a line a judge with the calls and tokens of all comparisons."""
    from cairn_nb.cli.output import columns, number, say

    most = "" if one.max_pairs_per_question is None else f", at most {one.max_pairs_per_question} pairs a question"
    whom = "" if one.baseline is None else f" {one.baseline}"
    say(f"arena of {len(one.systems)} systems: {one.n_questions} questions, {one.pairs}{whom}{most}")
    lines = [("judge", judge.model, judge) for judge in one.judges] + [("in all", "", one)]
    columns(
        ARENA_HEAD,
        [
            (
                name,
                model,
                str(line.calls),
                *(number(n, 0) for n in (line.input_tokens, line.output_tokens)),
                _usd(line.cost_usd),
            )
            for name, model, line in lines
        ],
    )
    for text in (*_unpriced(one.unpriced), *_cap("the arena", one)):
        say(text)


def _usd(cost: float | None) -> str:
    from cairn_nb.cli.output import number

    return number(cost, USD, missing="no known price")


def _cells(one: CostEstimate, place: int) -> tuple[str, ...]:
    from cairn_nb.cli.output import number

    stage = one.stages[place]
    counts = (number(stage.calls, 2), number(stage.input_tokens, 0), number(stage.output_tokens, 0))
    return (stage.stage, stage.model, *counts, number(stage.cost_usd, 8, missing="no known price"))


def _unpriced(models: tuple[str, ...]) -> list[str]:
    hint = "give one in CAIRN_PRICING_JSON or in the component's price parameter"
    return [f"no price is known for {', '.join(models)}: {hint}"] if models else []


def _cap(what: str, one: CostEstimate | ArenaEstimate) -> list[str]:
    """How its sum compares with the cap; nothing where there is none."""
    if one.max_cost_usd is None:
        return []
    if one.within_cap is None:
        return [f"without every price nobody can say whether {one.max_cost_usd:g} USD are enough"]
    verdict = "lies within" if one.within_cap else "is more than"
    return [f"{what} {verdict} evaluation.max_cost_usd of {one.max_cost_usd:g} USD"]

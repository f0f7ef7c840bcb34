"""`cairn arena`: finished answers compared by twos."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records.arena import ArenaStanding, ArenaSummary

Pairs = Literal["all", "vs_baseline", "adaptive"]
HEAD = ("", "system", "arena score", "by documents", "won–tied–lost", "points", "win rate")
MOST_IN_MATRIX = 8


def arena(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN|REPORT...", help="A bench run's folder, or reports of several systems.")
    ],
    pairs: Annotated[
        Pairs | None, typer.Option(help="Who meets whom; by default what the configuration says (all).")
    ] = None,
    max_pairs_per_question: Annotated[int | None, typer.Option(min=1, help="The most pairs of one question.")] = None,
    judge_config: Annotated[
        Path | None, typer.Option(help="An experiment file that says who judges; by default the first report's own.")
    ] = None,
    max_cost_usd: options.MaxCost = None,
    baseline: Annotated[str | None, typer.Option(help="Whom the others meet under vs_baseline.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder to write; by default the bench run's own.")] = None,
    record: options.Record = None,
    replay: options.Replay = None,
    reports_dir: options.ReportsDir = options.DEFAULT_REPORTS,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Have a judge compare the systems' answers by twos, in both orders, and rank them by its verdicts."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json

    choices: dict[str, Any] = {
        "pairs": pairs,
        "max_pairs_per_question": max_pairs_per_question,
        "judge_config": None if judge_config is None else str(judge_config),
        "max_cost_usd": max_cost_usd,
        "baseline": baseline,
        "out": None if out is None else str(out),
        "record": None if record is None else str(record),
        "replay": None if replay is None else str(replay),
    }
    if headless:
        found = api.arena(*runs, **choices)
    else:
        found = _by_notebook({"runs": [str(run) for run in runs], "reports_dir": str(reports_dir), **choices})
    if json_:
        emit_json(found)
    else:
        _show(found)


def _by_notebook(parameters: dict[str, Any]) -> ArenaSummary:
    from cairn_nb.cli.notebooks import run_verb
    from cairn_nb.records.arena import ArenaSummary

    return ArenaSummary.model_validate(run_verb("arena", parameters).payload)


def _show(found: ArenaSummary) -> None:
    from cairn_nb.cli.output import columns, number, say, tell

    columns(HEAD, [_cells(found.place(row), row) for row in found.ranked])
    names = [row.system for row in found.ranked]
    if 2 < len(names) <= MOST_IN_MATRIX:
        say("share of points that the row's system won against the column's:")
        columns(("", *names), [(name, *(_rate(found, name, other) for other in names)) for name in names])
    bias = found.position_bias
    say(f"the same position won both orders: {bias.flip_rate}")
    say(f"decisive verdicts for the answer shown first: {bias.first_position_rate}")
    if bias.first_wins is not None:
        say(f"chance that the first of two equals wins: {bias.first_wins}")
    met = "" if found.plan.baseline is None else f", each with {found.plan.baseline},"
    said = f"{found.n_complete} comparisons on {found.n_questions} questions{met} by {', '.join(found.judges)}"
    say(f"{said}; charged {number(found.cost_usd, 6, missing='an unknown amount of')} USD")
    for warning in found.warnings:
        tell(f"warning: {warning}")
    say(f"the comparisons, and the tables with the scores: {found.folder}")


def _rate(found: ArenaSummary, name: str, other: str) -> str:
    rate = found.win_rate_estimates[name].get(other)
    return "—" if rate is None or rate.value is None else rate.written(decimals=2)


def _cells(place: int | None, row: ArenaStanding) -> tuple[str, ...]:
    low, high = row.score_by_document.low, row.score_by_document.high
    by_document = "—" if low is None or high is None else f"[{low:.0f}, {high:.0f}]"
    return (
        "—" if place is None else str(place),
        row.system,
        row.score.written(decimals=0),
        by_document,
        f"{row.wins}–{row.ties}–{row.losses}",
        f"{row.points:g} of {row.comparisons}",
        "—" if row.win_rate is None else str(row.win_rate_estimate),
    )

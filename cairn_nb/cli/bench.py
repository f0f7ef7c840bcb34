"""`cairn bench`: many configurations to a leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.decisions.board.leaderboard import Leaderboard

DIGITS = {"cost_per_question_usd": 6, "latency_p95_ms": 0}


def bench(
    configs: Annotated[str, typer.Option(help="A glob, or files separated by commas.")] = "configs/*.yaml",
    out: Annotated[Path, typer.Option(help="The leaderboard's file.")] = Path("reports/leaderboard.md"),
    reports_dir: options.ReportsDir = options.DEFAULT_REPORTS,
    skip_ingest: Annotated[bool, typer.Option("--skip-ingest", help="Use the indexes that are there.")] = False,
    trials: Annotated[int, typer.Option(min=1, help="How often each question is asked.")] = 1,
    baseline: Annotated[
        str | None, typer.Option(help="The one that the others are compared with; by default the cheapest.")
    ] = None,
    max_cost_usd: options.MaxCost = None,
    record: options.Record = None,
    replay: options.Replay = None,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Ingest, calibrate and evaluate each configuration, and write the leaderboard."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json, tell

    choices: dict[str, Any] = {
        "skip_ingest": skip_ingest,
        "trials": trials,
        "baseline": baseline,
        "max_cost_usd": max_cost_usd,
        "record": None if record is None else str(record),
        "replay": None if replay is None else str(replay),
    }
    if headless:
        board = api.bench(configs, out=out, reports_dir=reports_dir, **choices)
    else:
        board = _by_notebook({"configs": configs, "out": str(out), "reports_dir": str(reports_dir), **choices})
    for skipped in board.skipped:
        tell(f"skipped {skipped.config}: {skipped.reason}")
    if json_:
        emit_json(board)
    else:
        _show(board)


def _show(board: Leaderboard) -> None:
    from cairn_nb.cli.output import columns, number, say
    from cairn_nb.decisions.board.board import columns_of

    named = columns_of(board.primary_metric)
    shown = {title: name for title, name in named.items() if name != board.primary_metric}
    primary = next(title for title, name in named.items() if name == board.primary_metric)
    rows = [
        (
            "-" if row.rank is None else str(row.rank),
            row.config,
            str(row.estimates[board.primary_metric]),
            *(number(row.estimates[name].value, DIGITS.get(name, 3)) for name in shown.values()),
        )
        for row in board.rows
    ]
    columns(("", "config", primary, *shown), rows)
    tied = [row.config for row in board.rows if row.tells_from_first is False]
    if tied:
        say(f"a paired test at 5% cannot tell {', '.join(tied)} from {board.rows[0].config}")
    ranges = [f"{row.config} {row.ranks}" for row in board.rows if row.rank_range is not None]
    if len(ranges) > 1:
        say(f"ranks that they may truly have, all at once with 95%: {', '.join(ranges)}")
    for note in board.notes:
        say(f"note: {note}")
    say(f"{board.n_cases} cases of split {board.split}; with intervals in {board.leaderboard}")
    say(f"every table, the recommendation and the page: {board.folder}")


def _by_notebook(parameters: dict[str, Any]) -> Leaderboard:
    from cairn_nb.cli.notebooks import run_verb
    from cairn_nb.decisions.board.leaderboard import Leaderboard

    return Leaderboard.model_validate(run_verb("leaderboard", parameters).payload)

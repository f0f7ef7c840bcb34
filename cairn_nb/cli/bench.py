"""`cairn bench`: many configurations to a leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.decisions.leaderboard import Leaderboard


def bench(
    configs: Annotated[str, typer.Option(help="A glob, or files separated by commas.")] = "configs/*.yaml",
    out: Annotated[Path, typer.Option(help="The leaderboard's file.")] = Path("reports/leaderboard.md"),
    reports_dir: options.ReportsDir = options.DEFAULT_REPORTS,
    skip_ingest: Annotated[bool, typer.Option("--skip-ingest", help="Use the indexes that are there.")] = False,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Ingest, calibrate and evaluate each configuration, and write the leaderboard."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json, say, tell

    if headless:
        board = api.bench(configs, out=out, reports_dir=reports_dir, skip_ingest=skip_ingest)
    else:
        board = _by_notebook(configs, out, reports_dir, skip_ingest)
    for skipped in board.skipped:
        tell(f"skipped {skipped.config}: {skipped.reason}")
    if json_:
        emit_json(board)
    else:
        from cairn_nb.decisions.leaderboard import leaderboard_markdown

        say(leaderboard_markdown(board))


def _by_notebook(configs: str, out: Path, reports_dir: Path, skip_ingest: bool) -> Leaderboard:
    from cairn_nb.cli.notebooks import run_verb
    from cairn_nb.decisions.leaderboard import Leaderboard

    parameters = {"configs": configs, "out": str(out), "reports_dir": str(reports_dir), "skip_ingest": skip_ingest}
    return Leaderboard.model_validate(run_verb("leaderboard", parameters).payload)

"""`cairn export`: a report's rows to a file of another tool."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cairn_nb.cli import options


def export(
    report: Annotated[Path, typer.Argument(metavar="REPORT", help="The report.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="The file; its ending says the format.")],
    format_: Annotated[
        Literal["csv", "parquet", "ragas", "trec", "junit"] | None,
        typer.Option("--format", help="The format, where the ending does not say it."),
    ] = None,
    json_: options.Json = False,
) -> None:
    """Write a report's rows as CSV, Parquet, ragas rows, a TREC run or JUnit XML."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json, say

    path = api.export(report, out, format=format_)
    if json_:
        emit_json({"file": str(path), "report": str(report)})
    else:
        say(f"export: {path}")

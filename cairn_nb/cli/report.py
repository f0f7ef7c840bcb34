"""`cairn report`: a bench run's folder made again, or made from reports."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.api.bench_folder import BenchRun


def report(
    places: Annotated[
        list[str],
        typer.Argument(metavar="FOLDER | REPORT...", help="A bench run's folder; or reports, folders, patterns."),
    ],
    out: Annotated[Path | None, typer.Option(help="The folder to write; by default the bench run's own.")] = None,
    baseline: Annotated[str | None, typer.Option(help="The system that the others are compared with.")] = None,
    json_: options.Json = False,
) -> None:
    """Make every file of a bench run again from the reports in it; nothing is run."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json

    found = api.report(*places, out=out, baseline=baseline)
    if json_:
        emit_json({**found.summary.model_dump(mode="json"), "folder": str(found.folder)})
    else:
        _show(found)


def _show(found: BenchRun) -> None:
    from cairn_nb.cli.output import columns, number, say, tell
    from cairn_nb.decisions.wording.comparison_text import p_digits

    names = ("answer_score", "cost_per_question", "cost_per_correct", "latency_ms_mean")
    rows = [
        (
            str(row["system"]),
            "*" if row["pareto_optimal"] else "",
            *(number(row[name], digits) for name, digits in zip(names, (3, 6, 6, 0), strict=True)),  # type: ignore[arg-type]
        )
        for row in found.tables.metrics.records()
    ]
    columns(("system", "front", *names), rows)
    for row in found.tables.significance_rows:
        say(f"{row.metric}: {row.system} {row.verdict} ({row.mean_diff:+.3f}, p {p_digits(row.p_holm)} after Holm)")
    for warning in found.summary.warnings:
        tell(f"warning: {warning}")
    say(f"{len(found.summary.outputs)} files in {found.folder}, compared with {found.summary.baseline.system}")

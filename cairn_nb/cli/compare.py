"""`cairn compare`: finished runs question by question."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records.run_comparison import RunComparison

HEADS = ("measure", "baseline", "candidate", "difference", "p (Holm)", "W-T-L", "verdict")


def compare(
    baseline: Annotated[Path, typer.Argument(help="A report or a bench run's folder.")],
    candidates: Annotated[
        list[Path], typer.Argument(metavar="CANDIDATE...", help="The same, each against the baseline.")
    ],
    metric: Annotated[
        list[str] | None, typer.Option(help="A measure, once each; by default the main ones that both have.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write Markdown here.")] = None,
    json_: options.Json = False,
) -> None:
    """Say what differs between finished runs, and whether it is more than chance; it is no gate."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json, say
    from cairn_nb.decisions.comparing.markdown import comparisons_markdown
    from cairn_nb.files.atomic import write_text

    found = api.compare(baseline, *candidates, metrics=metric or None)
    if out is not None:
        write_text(out, comparisons_markdown(found))
    if json_:
        emit_json(found)
        return
    for pair in found.pairs:
        _show(pair)
    for name in found.unmatched:
        say(f"not compared: {name}")
    if out is not None:
        say(f"written to {out}")


def _show(pair: RunComparison) -> None:
    from cairn_nb.cli.output import columns, say
    from cairn_nb.decisions.comparing.change_kinds import KINDS
    from cairn_nb.decisions.comparing.markdown import SMALL, difference_text, p_cell

    say(f"{pair.candidate} against {pair.baseline}: {pair.n_shared} questions in both")
    for warning in pair.warnings:
        say(f"note: {warning}")
    rows = [
        (
            entry.measure,
            entry.baseline.written(decimals=(digits := SMALL.get(entry.measure, 3))),
            entry.candidate.written(decimals=digits),
            difference_text(entry.difference, digits),
            p_cell(entry.p_holm),
            f"{entry.wins}-{entry.ties}-{entry.losses}",
            entry.verdict,
        )
        for entry in pair.measures
    ]
    columns(HEADS, rows)
    labels = {kind.key: kind.label for kind in KINDS}
    changed = ", ".join(f"{labels[kind]} {len(ids)}" for kind, ids in pair.changes.items())
    say(f"changed: {changed or 'nothing'}")

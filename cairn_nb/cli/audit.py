"""`cairn audit`: a sheet for people, and what their labels say of the judge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records.audit import AuditSheet, JudgeAudit

Purpose = Literal["tune", "certify"]
Measure = Literal["answer_score", "correct"]
Cluster = Literal["document", "none"]


def audit(
    run: Annotated[list[Path], typer.Argument(metavar="RUN...", help="A bench run's folder, or reports.")],
    labels: Annotated[Path | None, typer.Option(help="The filled sheet, or labels from the explorer.")] = None,
    sample: Annotated[int, typer.Option(min=1, help="How many answers the sheet holds.")] = 50,
    seed: Annotated[int, typer.Option(help="Of the draw, and of resamples.")] = 0,
    purpose: Annotated[
        Purpose | None, typer.Option(help="What the labels are for: to certify the judge, or to tune it.")
    ] = None,
    bar: Annotated[
        float | None, typer.Option(help="What sensitivity and specificity must surely reach (0.8); asks to certify.")
    ] = None,
    measure: Annotated[Measure | None, typer.Option(help="What the judge's verdict is.")] = None,
    cluster: Annotated[Cluster, typer.Option(help="What intervals resample.")] = "document",
    out: Annotated[Path | None, typer.Option(help="The folder for the files; by default the run's.")] = None,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Hold the judge against people: exit 1 when it was to be certified and is not."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json

    asked: dict[str, Any] = {
        "labels": None if labels is None else str(labels),
        "sample": sample,
        "seed": seed,
        "purpose": purpose,
        "bar": bar,
        "measure": measure,
        "cluster": cluster,
        "out": None if out is None else str(out),
    }
    alone = headless or labels is None or len(run) > 1
    found = api.audit(_one_or_many(run), **asked) if alone else _by_notebook(run[0], asked)
    if json_:
        emit_json(found)
    else:
        _show(found)
    raise typer.Exit(found.exit_code)


def _one_or_many(run: list[Path]) -> Path | list[Path]:
    return run[0] if len(run) == 1 else run


def _by_notebook(run: Path, asked: dict[str, Any]) -> JudgeAudit:
    from cairn_nb.cli.notebooks import run_verb
    from cairn_nb.records.audit import JudgeAudit

    return JudgeAudit.model_validate(run_verb("audit", {"run": str(run), **asked}).payload)


def _show(found: AuditSheet | JudgeAudit) -> None:
    from cairn_nb.records.audit import AuditSheet

    if isinstance(found, AuditSheet):
        _show_sheet(found)
    else:
        _show_audit(found)


def _show_sheet(found: AuditSheet) -> None:
    from cairn_nb.cli.output import columns, say
    from cairn_nb.decisions.audit.draw import BANDS

    say(f"{found.n} of {found.n_candidates} answers drawn; fill in 0 to 5, and leave blank what you cannot say")
    bands = [band for band in BANDS if any(band in counts for counts in found.groups.values())]
    columns(
        ("system", *bands),
        [(name, *(str(counts.get(band, 0)) for band in bands)) for name, counts in found.groups.items()],
    )
    for reason, n in found.left_out.items():
        say(f"note: {n} left out: {reason}")
    say(f"written to {found.sheet}; which answer each row is: {found.key}")


def _show_audit(found: JudgeAudit) -> None:
    from cairn_nb.cli.output import columns, say
    from cairn_nb.decisions.audit.markdown import measure_cells, verdict_sentences

    say(found.sentence)
    columns(*measure_cells(found.measures))
    for sentence in verdict_sentences(found):
        say(f"- {sentence}")
    for warning in found.warnings:
        say(f"note: {warning}")

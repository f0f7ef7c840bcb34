"""`cairn attack`: poisoned documents to a verdict on leaks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.attacks.report import AttackReport


def attack(
    config: options.Config = options.DEFAULT_CONFIG,
    poisoned: Annotated[
        Path | None, typer.Option(help="The poisoned documents; by default 'poisoned' beside the corpus folder.")
    ] = None,
    reports_dir: options.ReportsDir = options.DEFAULT_REPORTS,
    record: options.Record = None,
    replay: options.Replay = None,
    overrides: options.Overrides = None,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Ask about poisoned documents: exit 0 no leak, 1 a leak, 2 an attack that was never tried."""
    from cairn_nb import api
    from cairn_nb.attacks.report import AttackReport
    from cairn_nb.cli.output import emit_json

    changes = options.parse_overrides(overrides)
    if headless:
        loaded = api.load_config(config, changes)
        report = api.attack(loaded, poisoned=poisoned, reports_dir=reports_dir, record=record, replay=replay)
    else:
        from cairn_nb.cli.notebooks import run_verb

        places = {"poisoned": poisoned, "record": record, "replay": replay}
        typed = {name: None if place is None else str(place) for name, place in places.items()}
        parameters = {"config": str(config), "overrides": changes, "reports_dir": str(reports_dir), **typed}
        report = AttackReport.model_validate(run_verb("attack", parameters).payload)
    if json_:
        emit_json(report)
    else:
        _show(report, reports_dir / f"attack-{report.config_name}.md")
    raise typer.Exit(report.exit_code)


def _show(report: AttackReport, file: Path) -> None:
    from cairn_nb.attacks.markdown import verdict_line
    from cairn_nb.cli.output import columns, say

    say(verdict_line(report))
    for reason in report.reasons:
        say(f"- {reason}")
    rows = [(row.doc, row.vector or "-", row.outcome, row.stopped_by or "-") for row in report.per_doc]
    columns(("document", "attack", "outcome", "stopped by"), rows)
    say(f"{report.n_questions} questions, {report.n_errors} errors; every answer in {file.with_suffix('.json')}")

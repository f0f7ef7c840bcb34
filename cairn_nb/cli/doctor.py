"""`cairn doctor`: what is installed, reachable and stale, and whether a golden set fits its corpus."""

from __future__ import annotations

import typer

from cairn_nb.cli import options


def doctor(
    config: options.Config = options.DEFAULT_CONFIG,
    overrides: options.Overrides = None,
    json_: options.Json = False,
) -> None:
    """Check the installation, the configuration and its files; exit 1 when something needs mending."""
    from cairn_nb.cli.output import emit_json, say
    from cairn_nb.project.doctor import examine

    findings = examine(config, options.parse_overrides(overrides))
    if json_:
        emit_json(findings)
    else:
        for finding in findings.findings:
            say(f"{finding.level:<7} {finding.subject}: {finding.sentence}")
    raise typer.Exit(0 if findings.healthy else 1)

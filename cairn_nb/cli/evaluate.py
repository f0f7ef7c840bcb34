"""`cairn eval`: a slice of the golden set to a report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records import Report

SHOWN = (
    ("judge score", "judge_score"),
    ("token F1", "token_f1"),
    ("citation validity", "citation_validity"),
    ("recall@5", "recall_at_5"),
    ("nDCG@10", "ndcg_at_10"),
    ("answer rate", "answer_rate"),
    ("error among answered", "error_rate_answered"),
    ("unanswerable abstained", "unanswerable_abstained_rate"),
)


def evaluate(
    config: options.Config = options.DEFAULT_CONFIG,
    split: Annotated[Literal["eval", "calibration", "all"], typer.Option(help="Which slice.")] = "eval",
    out: Annotated[Path | None, typer.Option(help="The report's file.")] = None,
    reports_dir: options.ReportsDir = options.DEFAULT_REPORTS,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many cases.")] = None,
    trials: Annotated[int, typer.Option(min=1, help="How often each question is asked.")] = 1,
    max_cost_usd: options.MaxCost = None,
    record: options.Record = None,
    replay: options.Replay = None,
    overrides: options.Overrides = None,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Answer, judge and score a slice of the golden set; resumes by itself where it was stopped."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json, tell
    from cairn_nb.files.reports import report_text

    cap = {} if max_cost_usd is None else {"evaluation.max_cost_usd": max_cost_usd}
    changes = {**options.parse_overrides(overrides), **cap}
    loaded = api.load_config(config, changes)
    choices: dict[str, Any] = {
        "split": split,
        "out": out,
        "reports_dir": reports_dir,
        "limit": limit,
        "trials": trials,
        "record": record,
        "replay": replay,
    }
    if headless:
        report = api.evaluate(loaded, **choices)
    else:
        from cairn_nb.cli.notebooks import run_verb

        typed = {name: str(value) if isinstance(value, Path) else value for name, value in choices.items()}
        done = run_verb("eval", {"config": str(config), "overrides": changes, **typed})
        report = api.read_report(str(done.path))
    for warning in report.warnings:
        tell(f"warning: {warning}")
    latest = reports_dir / "latest" / f"{loaded.name}.json"
    if json_:
        emit_json({**json.loads(report_text(report)), "report_path": str(report.source), "latest_path": str(latest)})
    else:
        _show(report)


def _show(report: Report) -> None:
    from cairn_nb.cli.output import number, say, table
    from cairn_nb.decisions.wording.judging_lines import judging_lines
    from cairn_nb.decisions.wording.smallest_drops import smallest_drops
    from cairn_nb.decisions.wording.trial_lines import trial_lines

    threshold, probe = report.abstention.threshold, report.latency_probe
    source = report.notes.get("threshold_source", "unknown")
    rows = [("threshold", f"none: {source}" if threshold is None else f"{number(threshold)}, {source}")]
    rows += [(label, str(report.estimates.get(name, "n/a"))) for label, name in SHOWN]
    rows += [
        *judging_lines(report),
        ("cost (USD)", number(report.operational.cost_usd_total, 6)),
        (
            "p50 / p95 (ms)",
            f"{number(report.operational.latency_p50_ms)} / {number(report.operational.latency_p95_ms)}",
        ),
        *([] if probe is None else [("p95 asked alone (ms)", probe.p95_ms.written(decimals=1))]),
        ("cases", f"{report.n_cases} ({report.n_errors} errors)"),
        *trial_lines(report),
        ("drops it can show", smallest_drops(report) or "none"),
        ("report", str(report.source)),
    ]
    table(rows)
    if not report.complete:
        say("this run is incomplete: the gate will refuse it")

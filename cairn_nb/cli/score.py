"""`cairn score`: answers made elsewhere to the same report as a run's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options
from cairn_nb.cli.evaluate import SHOWN

DOCUMENTS = (
    ("documents recall@5", "document_recall_at_5"),
    ("documents nDCG@10", "document_ndcg_at_10"),
    ("documents MRR@10", "document_mrr_at_10"),
)

if TYPE_CHECKING:
    from cairn_nb.records import Report


def score(
    answers: Annotated[Path, typer.Argument(metavar="ANSWERS", help="A file of answers, a row each.")],
    golden: Annotated[
        Path | None, typer.Option("--golden", "-g", help="The golden set; by default the answers' own references.")
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option("--map", metavar="ROLE=COLUMN", help="Name a column, e.g. --map answer=output."),
    ] = None,
    system: Annotated[str | None, typer.Option(help="Whose answers, where a file holds several systems'.")] = None,
    name: Annotated[str | None, typer.Option(help="What the system is called; by default as the file.")] = None,
    out: Annotated[Path | None, typer.Option(help="The report's file.")] = None,
    reports_dir: options.ReportsDir = options.DEFAULT_REPORTS,
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="An experiment file whose evaluation says which models judge.")
    ] = None,
    record: options.Record = None,
    replay: options.Replay = None,
    json_: options.Json = False,
) -> None:
    """Score answers made elsewhere; no system is run, and nothing need be configured."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json
    from cairn_nb.exchange.mapping import parse_pairs
    from cairn_nb.files.reports import report_text

    report = api.score(
        answers=answers,
        golden=golden,
        mapping=parse_pairs(mapping or ()),
        system=system,
        name=name,
        out=out,
        reports_dir=reports_dir,
        config=config,
        record=record,
        replay=replay,
    )
    _tell(report)
    if json_:
        emit_json({**json.loads(report_text(report)), "report_path": str(report.source)})
    else:
        _show(report)


def _tell(report: Report) -> None:
    """How the columns were read, which rows were left out, and what to know before believing the numbers."""
    from cairn_nb.cli.output import tell

    told = report.notes["answers"]
    tell(f"columns of {told['file']}: {_pairs(told['mapping'])}; --map ROLE=COLUMN changes this")
    if told["golden_mapping"]:
        tell(f"columns of {told['golden']}: {_pairs(told['golden_mapping'])}; --map golden.ROLE=COLUMN changes this")
    if told["unused"]:
        tell(f"not used: {', '.join(told['unused'])}")
    for sentence in told["notes"]:
        tell(f"note: {sentence}")
    for sentence in told["left_out"]:
        tell(f"left out: {sentence}")
    for warning in report.warnings:
        tell(f"warning: {warning}")


def _ranking(report: Report) -> list[tuple[str, str]]:
    """The documents' measures where there are any, and over how many queries of a ranking they are."""
    shown = [(label, str(report.estimates[name])) for label, name in DOCUMENTS]
    shown = [(label, text) for label, text in shown if text != "n/a"]
    note = report.notes.get("ranking")
    if note is None:
        return shown
    missing = (
        f"{note['n']} ({note['n_missing_from_run']} without a ranking, {note['n_unlabelled']} unjudged beside them)"
    )
    return [*shown, ("documents queries", missing)]


def _pairs(mapping: dict[str, str]) -> str:
    return ", ".join(f"{role}={column}" for role, column in mapping.items())


def _show(report: Report) -> None:
    from cairn_nb.cli.output import number, say, table
    from cairn_nb.decisions.wording.judging_lines import judging_lines
    from cairn_nb.decisions.wording.smallest_drops import smallest_drops
    from cairn_nb.decisions.wording.trial_lines import trial_lines

    operational = report.operational
    rows = [*_ranking(report)]
    rows += [(label, str(report.estimates[name])) for label, name in SHOWN if report.estimates[name].value is not None]
    missing = [label for label, name in SHOWN if report.estimates[name].value is None]
    rows += [
        *judging_lines(report),
        ("cost (USD)", number(operational.cost_usd_total, 6)),
        ("p50 / p95 (ms)", f"{number(operational.latency_p50_ms)} / {number(operational.latency_p95_ms)}"),
        ("not measured", ", ".join(missing) or "nothing"),
        ("cases", f"{report.n_cases} ({report.n_errors} without an answer)"),
        *trial_lines(report),
        ("drops it can show", smallest_drops(report) or "none"),
        ("report", str(report.source)),
    ]
    table(rows)
    if not report.complete:
        say("this report is incomplete: the gate will refuse it")

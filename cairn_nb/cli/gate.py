"""`cairn gate`: two reports to an exit code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records import GateVerdict, Report

QualityTest = Literal["point", "regressed", "noninferior"]
Guarantee = Literal["point", "exact"]


def gate(
    baseline: Annotated[Path, typer.Option(help="The report of what ships today.")],
    candidate: Annotated[Path, typer.Option(help="The report of the change.")],
    max_quality_drop: Annotated[float, typer.Option(help="Allowed drop of the primary quality metric.")] = 0.0,
    max_citation_drop: Annotated[float, typer.Option(help="Allowed drop of citation validity.")] = 0.0,
    max_cost_increase: Annotated[float, typer.Option(help="Allowed relative rise of cost per question.")] = 0.15,
    max_p95_increase: Annotated[float, typer.Option(help="Allowed relative rise of p95 latency.")] = 0.25,
    min_p95_delta_ms: Annotated[float, typer.Option(help="A smaller rise of p95 latency never blocks.")] = 50.0,
    require_guarantee: Annotated[bool, typer.Option(help="The candidate must meet its abstention guarantee.")] = True,
    quality_test: Annotated[QualityTest, typer.Option(help="How a drop of quality or citations is read.")] = "point",
    guarantee: Annotated[
        Guarantee, typer.Option(help="Read the guarantee as a point or by an exact interval.")
    ] = "point",
    max_answer_rate_drop: Annotated[
        float | None, typer.Option(help="Also block a larger drop of the answer rate.")
    ] = None,
    max_retrieval_drop: Annotated[
        float | None, typer.Option(help="Also block a larger drop of recall@5, recall@10 or nDCG@10.")
    ] = None,
    enforce_budget: Annotated[bool, typer.Option("--enforce-budget", help="Also block a broken budget.")] = False,
    summary: Annotated[Path | None, typer.Option(help="Write Markdown for a pull-request comment here.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML here.")] = None,
    reports_dir: options.ReportsDir = options.DEFAULT_REPORTS,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Decide whether the candidate may replace the baseline: exit 0 promote, 1 roll back, 2 no verdict."""
    rules: dict[str, Any] = {
        "max_quality_drop": max_quality_drop,
        "max_citation_drop": max_citation_drop,
        "max_cost_increase": max_cost_increase,
        "max_p95_increase": max_p95_increase,
        "min_p95_delta_ms": min_p95_delta_ms,
        "require_guarantee": require_guarantee,
        "quality_test": quality_test,
        "guarantee": guarantee,
        "max_answer_rate_drop": max_answer_rate_drop,
        "max_retrieval_drop": max_retrieval_drop,
        "enforce_budget": enforce_budget,
    }
    from cairn_nb import api

    before, after = api.read_report(baseline), api.read_report(candidate)
    verdict = api.gate(before, after, **rules) if headless else _by_notebook(baseline, candidate, rules, reports_dir)
    _write_extras(verdict, before, after, summary=summary, junit=junit)
    _print(verdict, json_=json_)
    raise typer.Exit(verdict.exit_code)


def _by_notebook(baseline: Path, candidate: Path, rules: dict[str, Any], reports_dir: Path) -> GateVerdict:
    from cairn_nb.cli.notebooks import run_verb
    from cairn_nb.records import GateVerdict

    parameters = {"baseline": str(baseline), "candidate": str(candidate), "reports_dir": str(reports_dir), **rules}
    return GateVerdict.model_validate(run_verb("gate", parameters).payload)


def _write_extras(
    verdict: GateVerdict, before: Report, after: Report, *, summary: Path | None, junit: Path | None
) -> None:
    from cairn_nb.decisions.gate.junit import junit_xml
    from cairn_nb.decisions.gate.markdown import summary_markdown
    from cairn_nb.files.atomic import write_text

    if summary is not None:
        write_text(summary, summary_markdown(verdict, before, after, audits=_audits(before, after)))
    if junit is not None:
        write_text(junit, junit_xml(verdict))


def _audits(before: Report, after: Report) -> list[str]:
    """How far the judge is from people, where that was found out."""
    from cairn_nb.files.judge_audits import audits_beside

    return [audit.sentence for audit in audits_beside([before, after])]


def _print(verdict: GateVerdict, *, json_: bool) -> None:
    from cairn_nb.cli.output import emit_json, say
    from cairn_nb.decisions.gate.text import verdict_text

    if json_:
        emit_json(verdict)
    else:
        say(verdict_text(verdict))

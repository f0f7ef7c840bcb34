"""`cairn recommend`: finished reports to the system to deploy."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records.recommendation import Recommendation

Profile = Literal["balanced", "cheapest_acceptable", "lowest_latency", "max_quality"]


def recommend(
    reports: Annotated[
        list[Path] | None, typer.Argument(metavar="[REPORT]...", help="Reports, one a system, or folders of them.")
    ] = None,
    run: Annotated[Path | None, typer.Option(help="A bench run's folder.")] = None,
    profile: Annotated[Profile | None, typer.Option(help="What decides among the tied.")] = None,
    weights: Annotated[
        str | None, typer.Option(help="In place of the profile's, e.g. quality=0.6,cost=0.2,latency=0.2.")
    ] = None,
    max_cost_per_question: Annotated[float | None, typer.Option(help="USD, answering and judging.")] = None,
    max_latency_ms_p95: Annotated[float | None, typer.Option("--max-latency-ms-p95", help="Milliseconds.")] = None,
    min_faithfulness: Annotated[float | None, typer.Option(help="Points, 0 to 5.")] = None,
    min_answer_score: Annotated[float | None, typer.Option(help="Points, 0 to 5.")] = None,
    max_ingestion_cost: Annotated[float | None, typer.Option(help="USD.")] = None,
    require_local_models: Annotated[
        bool, typer.Option("--require-local-models", help="Every model runs on this machine.")
    ] = False,
    require_no_network: Annotated[
        bool, typer.Option("--require-no-network", help="And nothing else needs a network.")
    ] = False,
    policy: Annotated[Path | None, typer.Option(help="A YAML file with profile, weights and constraints.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder for the files; by default the run's.")] = None,
    json_: options.Json = False,
) -> None:
    """Say which system to deploy and why: exit 0 with a winner, 1 when nothing meets every limit."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json
    from cairn_nb.decisions.selection.asked import parse_weights

    found = api.recommend(
        _chosen(reports, run),
        policy=policy,
        profile=profile,
        weights=None if weights is None else parse_weights(weights),
        out=out,
        max_cost_per_question=max_cost_per_question,
        max_latency_ms_p95=max_latency_ms_p95,
        min_faithfulness=min_faithfulness,
        min_answer_score=min_answer_score,
        max_ingestion_cost=max_ingestion_cost,
        require_local_models=require_local_models or None,
        require_no_network=require_no_network or None,
    )
    if json_:
        emit_json(found)
    else:
        _show(found, out or run)
    raise typer.Exit(found.exit_code)


def _chosen(reports: list[Path] | None, run: Path | None) -> Path | list[Path]:
    from cairn_nb.errors import InputError
    from cairn_nb.files.bench_run import is_bench_folder

    if (run is None) is not bool(reports):
        raise InputError("give reports or --run, one of the two", hint="cairn recommend --run reports/bench/<run id>")
    if run is not None and not is_bench_folder(run):
        raise InputError("is no bench run: it holds no reports", path=run, hint="`cairn bench` writes one")
    return run if run is not None else list(reports or ())


def _show(found: Recommendation, folder: Path | None) -> None:
    from cairn_nb.cli.output import columns, say
    from cairn_nb.decisions.selection.markdown import effort_texts, quality_text

    said = "no system meets every limit" if found.winner is None else f"deploy {found.winner}"
    say(said + (f"; tied with it: {', '.join(found.tied)}" if found.tied else ""))
    for sentence in found.rationale:
        say(f"- {sentence}")
    if found.ranking:
        heads = ("", "system", found.quality_metric or "", "answering+judging $/q", "mean", "p95", "calls", "")
        rows = [
            (
                str(e.rank),
                e.system,
                quality_text(e.numbers),
                *effort_texts(e.numbers),
                "" if e.place == "rest" else e.place,
            )
            for e in found.ranking
        ]
        columns(heads, rows)
    for caveat in found.caveats:
        say(f"note: {caveat}")
    if folder is not None:
        say(f"written to {folder}")

"""`cairn plan`: how many cases, trials and dollars a difference needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records import Plan, PlannedRun

HEAD = ("trials", "cases", "documents", "answers", "dollars", "shows")


def plan(
    report: Annotated[Path | None, typer.Argument(metavar="[REPORT]", help="A run to learn from.")] = None,
    beside: Annotated[Path | None, typer.Option(help="A second run over the same cases.")] = None,
    difference: Annotated[float, typer.Option(help="The drop to be seen, in the metric's unit.")] = 0.05,
    metric: Annotated[str | None, typer.Option(help="By default the judge's score, else token F1.")] = None,
    sd: Annotated[float | None, typer.Option(help="Without a report: SD of a question's difference.")] = None,
    questions_per_document: Annotated[float, typer.Option(help="Without a report.")] = 1.0,
    alike: Annotated[float, typer.Option(help="Without a report: correlation within a document.")] = 0.3,
    correlation: Annotated[float, typer.Option(help="With one report: of two systems' scores.")] = 0.5,
    trials: Annotated[str, typer.Option(help="Numbers of trials, separated by commas.")] = "1,2,3,5",
    systems: Annotated[int, typer.Option(help="How many are run, one of them the baseline.")] = 2,
    cost_per_answer: Annotated[float | None, typer.Option(help="Dollars; by default the run's, with judging.")] = None,
    budget: Annotated[float | None, typer.Option(help="Dollars; exit 1 when they do not buy it.")] = None,
    json_: options.Json = False,
) -> None:
    """Say before money is spent how many cases and trials show a difference, and what they cost."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json, tell

    planned = api.plan(
        report,
        beside,
        difference=difference,
        metric=metric,
        sd=sd,
        questions_per_document=questions_per_document,
        alike=alike,
        correlation=correlation,
        trials=_numbers(trials),
        systems=systems,
        cost_per_answer_usd=cost_per_answer,
        budget_usd=budget,
    )
    for warning in planned.warnings:
        tell(f"warning: {warning}")
    if json_:
        emit_json(planned)
    else:
        _show(planned)
    if planned.within_budget is False or not planned.options:
        raise typer.Exit(1)


def _numbers(text: str) -> tuple[int, ...]:
    from cairn_nb.errors import InputError

    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise InputError(f"must be whole numbers separated by commas, not {text!r}", key="trials")
    return tuple(int(part) for part in parts)


def _show(planned: Plan) -> None:
    from cairn_nb.cli.output import columns, say

    found = f"found by {planned.power:.0%} of runs in a one-sided {1 - planned.level:.0%} test"
    say(f"a drop of {planned.difference:g} in {planned.metric} is {found} with")
    if planned.options:
        columns(HEAD, [_cells(run) for run in planned.options])
    if planned.cheapest is not None and len(planned.options) > 1:
        say(f"cheapest: {planned.cheapest} trial{'s' if planned.cheapest > 1 else ''} a question")
    _show_affordable(planned)
    if planned.at_hand is not None:
        shows = "no drop" if planned.at_hand.shows is None else f"a drop of {planned.at_hand.shows:.3f} or more"
        say(f"the {planned.at_hand.cases} cases at hand show {shows}")
    say(f"from {planned.source}; SD of a difference {planned.sd:.3f}, design effect {planned.design_effect:.2f}")


def _show_affordable(planned: Plan) -> None:
    from cairn_nb.cli.output import columns, say

    bought = [run for run in planned.affordable if run.cases]
    if bought:
        say(f"{planned.budget_usd:g} dollars buy:")
        columns(HEAD, [_cells(run) for run in bought])
    elif planned.affordable:
        say(f"{planned.budget_usd:g} dollars buy not one case with {planned.systems} systems")
    if any(run.shows is None for run in bought):
        say("without a number under shows there are too few cases to show any drop")


def _cells(run: PlannedRun) -> tuple[str, ...]:
    from cairn_nb.cli.output import number

    whole = (str(number) for number in (run.trials, run.cases, run.documents, run.answers))
    return (*whole, number(run.cost_usd, 2), number(run.shows, 3))

"""What each stage cost. Where nothing was charged there is no chart."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.stages import stage_costs_usd
from cairn_nb.explorer.figures.style import run_style
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.records.steps import JUDGING_STAGES


def cost_figure(every: Sequence[Cases]) -> Figure | None:
    """Totals by stage of one run, or of two side by side."""
    totals = [(cases, _totals(cases)) for cases in every]
    bands = tuple(dict.fromkeys(stage for _, found in totals for stage in found))
    if not any(usd for _, found in totals for usd, _ in found.values()):
        return None
    marks = tuple(_bars(cases, found, len(every)) for cases, found in totals)
    return Figure(
        key="cost_by_stage",
        title="Cost by stage",
        note=f"Over all cases{_judging(bands)}. A stage whose model has no price is left out.",
        x=Axis(label="USD", format="usd", low=0),
        y=Axis(label="stage", kind="band", bands=bands, format="text"),
        marks=marks,
    )


def cost_by_run(every: Sequence[Cases]) -> Figure | None:
    """Totals of several runs: a cell for each stage and run, blank where a run has no such stage."""
    totals = [(cases, _totals(cases)) for cases in every]
    bands = tuple(dict.fromkeys(stage for _, found in totals for stage in found))
    if not any(usd for _, found in totals for usd, _ in found.values()):
        return None
    points = tuple(
        Point(x=cases.name, y=stage, value=usd, n=n, label=f"{cases.name}: {stage}", filter=_costly(cases))
        for cases, found in totals
        for stage, (usd, n) in found.items()
    )
    return Figure(
        key="cost_by_stage",
        title="Cost by stage",
        note=f"USD over all cases{_judging(bands)}. Blank where a system has no such stage or no price.",
        place="operations",
        x=Axis(label="system", kind="band", bands=tuple(cases.name for cases in every), format="text"),
        y=Axis(label="stage", kind="band", bands=bands, format="usd"),
        marks=(Mark(kind="cell", name="USD", points=points),),
    )


def _judging(stages: Sequence[str]) -> str:
    """Which of the stages are judging, not answering, as the end of a sentence; empty where none is."""
    judging = [stage for stage in stages if stage in JUDGING_STAGES]
    return f"; of them judging: {', '.join(judging)}" if judging else ""


def _totals(cases: Cases) -> dict[str, tuple[float, int]]:
    return {stage: (fsum(found.values), len(found.values)) for stage, found in stage_costs_usd(cases).items()}


def _bars(cases: Cases, found: dict[str, tuple[float, int]], n_runs: int) -> Mark:
    style = run_style(cases.run, n_runs)
    points = tuple(
        Point(x=0, to=usd, y=stage, value=usd, n=n, label=stage, filter=_costly(cases))
        for stage, (usd, n) in found.items()
    )
    name = "USD" if n_runs == 1 else cases.name
    return Mark(kind="bar", name=name, role=style.role, dash=style.dash, points=points)


def _costly(cases: Cases) -> Filter | None:
    """Cases that cost at least the mean: the table has no cost by stage."""
    mean = cases.report.operational.cost_per_question_usd
    return None if mean is None else cases.filter(ranges={"cost": (mean, None)})

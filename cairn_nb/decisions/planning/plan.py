"""Before money is spent: how many cases and trials show a difference, what they cost, and what a budget buys.

The arithmetic and its assumptions are those of `cairn_nb.stats.planning`; it holds for cases like the pilot's.
"""

from __future__ import annotations

from math import ceil, floor, sqrt

from cairn_nb.decisions.planning.metrics import most_of
from cairn_nb.decisions.planning.pilot import Pilot, pilot_of_one, pilot_of_two
from cairn_nb.decisions.planning.request import PlanRequest
from cairn_nb.errors import InputError
from cairn_nb.records import Plan, PlannedRun, Report
from cairn_nb.stats.planning import DifferenceSpread, cases_needed, difference_shown
from cairn_nb.stats.power import LEVEL, POWER

ONE_TRIAL = (
    "how much a system's own randomness adds is not known from one trial, so more trials are not planned for; "
    "evaluate a few cases with --trials 3 to learn it"
)
FEW_CASES = "only {n} cases were measured: how they vary, and so the plan, is itself uncertain"
FEW = 30
ANY = "any score in 0..1"


def plan(request: PlanRequest, report: Report | None = None, beside: Report | None = None) -> Plan:
    """Cases, trials and dollars for a difference.

    Parameters
    ----------
    request
        The difference, and what no report says.
    report, beside
        A finished run to learn from, and a second one over the same cases. Without them `request.sd` is needed.

    Raises
    ------
    InputError
        If nothing says how differences vary, or a metric cannot be planned for.
    """
    pilot = _pilot(request, report, beside)
    cost = pilot.cost_per_answer_usd if request.cost_per_answer_usd is None else request.cost_per_answer_usd
    planner = _Planner(pilot, request, cost)
    options = tuple(run for trials in planner.trials if (run := planner.needed(trials)) is not None)
    priced = [run for run in options if run.cost_usd is not None]
    return Plan(
        metric=pilot.metric,
        difference=request.difference,
        systems=request.systems,
        level=LEVEL,
        power=POWER,
        source=pilot.source,
        sd=planner.most * sqrt(pilot.spread.question_variance + pilot.spread.trial_variance),
        trial_sd=planner.most * sqrt(pilot.spread.trial_variance) if pilot.trials_known else None,
        questions_per_document=pilot.spread.questions_per_cluster,
        design_effect=pilot.spread.design_effect,
        share_measured=planner.share,
        cost_per_answer_usd=cost,
        options=options,
        cheapest=min(priced, key=lambda run: (run.cost_usd or 0.0, run.answers)).trials if priced else None,
        at_hand=planner.run(pilot.n_cases, pilot.trials) if pilot.n_cases else None,
        budget_usd=request.budget_usd,
        affordable=planner.affordable(),
        warnings=planner.warnings(options),
    )


def _pilot(request: PlanRequest, report: Report | None, beside: Report | None) -> Pilot:
    if report is not None and beside is not None:
        return pilot_of_two(report, beside, request.metric)
    if report is not None:
        return pilot_of_one(report, request.metric, request.correlation)
    if request.sd is None:
        hint = "give a report, or by --sd (in Python sd=) the standard deviation of a question's paired difference"
        raise InputError("nothing says how differences vary", key="sd", hint=hint)
    size = request.questions_per_document
    effect = 1 + (size - 1) * request.alike
    sd = request.sd / most_of(request.metric)
    spread = DifferenceSpread(
        question_variance=sd**2, questions_per_cluster=size, design_effect=effect, loss_effect=effect
    )
    source = f"a standard deviation of {request.sd:g}, as given"
    return Pilot(request.metric or ANY, source, spread, False, 0, 0, 1, None)


class _Planner:
    """A pilot with the numbers that are asked about; its arithmetic is in shares of the metric's largest value."""

    def __init__(self, pilot: Pilot, request: PlanRequest, cost: float | None) -> None:
        self.pilot, self.request, self.cost = pilot, request, cost
        self.comparisons = request.systems - 1
        self.most = most_of(None if pilot.metric == ANY else pilot.metric)
        self.share_lost = request.difference / self.most
        self.share = pilot.n_measured / pilot.n_cases if pilot.n_cases else 1.0
        self.trials = request.trials if pilot.trials_known else (1,)

    def needed(self, trials: int) -> PlannedRun | None:
        """The fewest cases that show the difference; some of them will have no value."""
        found = cases_needed(self.share_lost, self.pilot.spread, trials=trials, comparisons=self.comparisons)
        return None if found is None else self.run(ceil(found[0] / self.share - 1e-9), trials)

    def run(self, cases: int, trials: int) -> PlannedRun:
        """So many cases, asked so often."""
        answers = cases * trials * self.request.systems
        measured = round(cases * self.share)
        shown = difference_shown(measured, self.pilot.spread, trials=trials, comparisons=self.comparisons)
        return PlannedRun(
            trials=trials,
            cases=cases,
            documents=ceil(cases / self.pilot.spread.questions_per_cluster - 1e-9),
            answers=answers,
            cost_usd=None if self.cost is None else answers * self.cost,
            shows=None if shown is None else shown * self.most,
        )

    def affordable(self) -> tuple[PlannedRun, ...]:
        """What the budget buys with each number of trials."""
        if self.request.budget_usd is None or not self.cost:
            return ()
        answers = floor(self.request.budget_usd / self.cost + 1e-9)
        return tuple(self.run(answers // (trials * self.request.systems), trials) for trials in self.trials)

    def warnings(self, options: tuple[PlannedRun, ...]) -> tuple[str, ...]:
        """What keeps the plan from being trusted as it stands."""
        found = []
        if not self.pilot.trials_known and max(self.request.trials) > 1:
            found.append(ONE_TRIAL)
        if 0 < self.pilot.n_measured < FEW:
            found.append(FEW_CASES.format(n=self.pilot.n_measured))
        if self.cost is None:
            found.append("what an answer costs is not known, so no dollars are stated")
        if not options:
            found.append("no number of cases shows so small a difference")
        return tuple(found)

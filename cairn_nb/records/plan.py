"""What a comparison needs before it is paid for: cases, trials and dollars."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.base import Record


class PlannedRun(Record):
    """One way to ask: `cases` questions in `documents` documents, each asked `trials` times of every system.

    `shows` is the smallest true drop that it shows with the plan's power, null where it shows none; `cost_usd` is
    null where no cost is known.
    """

    trials: int = Field(ge=1)
    cases: int = Field(ge=0)
    documents: int = Field(ge=0)
    answers: int = Field(ge=0)
    cost_usd: float | None = None
    shows: float | None = None


class Plan(Record):
    """How many cases and trials show a drop of `difference` in `metric`, in that metric's unit.

    `level` and `power` are those of the one-sided test of each of `systems` - 1 comparisons with a baseline, the risk
    shared among them. `sd` is the standard deviation of a question's paired difference with one trial, `trial_sd` how
    much of it the systems' own randomness makes (null: not known), `design_effect` how much more alike a document's
    questions are than independent ones, `share_measured` the share of cases that have a value. `source` says where
    these are from. `options` has a run for each number of trials, null ones left out, `cheapest` the trials of the
    one that costs least; `at_hand` is what the report's own cases show; `affordable` what `budget_usd` buys.
    """

    metric: str
    difference: float = Field(gt=0)
    systems: int = Field(ge=2)
    level: float
    power: float
    source: str
    sd: float
    trial_sd: float | None = None
    questions_per_document: float
    design_effect: float
    share_measured: float = 1.0
    cost_per_answer_usd: float | None = None
    options: tuple[PlannedRun, ...] = ()
    cheapest: int | None = None
    at_hand: PlannedRun | None = None
    budget_usd: float | None = None
    affordable: tuple[PlannedRun, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def within_budget(self) -> bool | None:
        """Whether some option costs no more than the budget; null without a budget or a cost."""
        costs = [run.cost_usd for run in self.options if run.cost_usd is not None]
        if self.budget_usd is None or (self.options and not costs):
            return None
        return any(cost <= self.budget_usd for cost in costs)

"""What a plan is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any

from cairn_nb.decisions.planning.metrics import most_of
from cairn_nb.errors import InputError


@dataclass(frozen=True, kw_only=True)
class PlanRequest:
    """The difference to be seen, in the metric's unit (0..5 of an answer score, else 0..1), and what no report says.

    `correlation` is taken between two systems' scores of a question where there is one report only. `sd`,
    `questions_per_document` and `alike` (the correlation of two questions of one document) stand in for reports.
    `trials` are the numbers of trials to plan for, `systems` how many are run, one of them the baseline.
    """

    difference: float = 0.05
    metric: str | None = None
    sd: float | None = None
    questions_per_document: float = 1.0
    alike: float = 0.3
    correlation: float = 0.5
    trials: tuple[int, ...] = (1, 2, 3, 5)
    systems: int = 2
    cost_per_answer_usd: float | None = None
    budget_usd: float | None = None

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> PlanRequest:
        """From keyword options.

        Raises
        ------
        InputError
            If one is unknown or out of range.
        """
        known = {field.name for field in fields(cls)}
        for name in options:
            if name not in known:
                raise InputError("unknown option of a plan", key=name, hint=f"one of {', '.join(sorted(known))}")
        return cls(**options)

    def __post_init__(self) -> None:
        _within("difference", self.difference, 0.0, most_of(self.metric), open_=True)
        _within("sd", self.sd, 0.0, most_of(self.metric))
        _within("questions_per_document", self.questions_per_document, 1.0, 1e9)
        _within("alike", self.alike, 0.0, 1.0)
        _within("correlation", self.correlation, -1.0, 1.0)
        _within("systems", self.systems, 2, 10_000)
        _within("cost_per_answer_usd", self.cost_per_answer_usd, 0.0, 1e9)
        _within("budget_usd", self.budget_usd, 0.0, 1e12)
        if not self.trials or min(self.trials) < 1:
            raise InputError("must name at least one number of trials, each from 1", key="trials")


def _within(name: str, value: float | None, low: float, high: float, *, open_: bool = False) -> None:
    if value is None:
        return
    inside = low < value < high if open_ else low <= value <= high
    if not isfinite(value) or not inside:
        raise InputError(f"must lie between {low:g} and {high:g}, not {value}", key=name)

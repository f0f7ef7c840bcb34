"""What a system's questions cost: answering and judging, by stage, and for each correct answer.

A cost that is not known makes every sum it belongs to unknown: without it the sum would be too small.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import fsum

from cairn_nb.decisions.reading.systems import System
from cairn_nb.metrics.operational import total
from cairn_nb.metrics.trials import is_correct
from cairn_nb.records import CaseRow
from cairn_nb.records.steps import JUDGING_STAGES

DUST = 1e-9
UNTRACKED = "untracked"


def judge_cost(row: CaseRow) -> float | None:
    """What judging an answer cost; 0 where nobody judged it, None where a judge's price is unknown."""
    is_judged = row.judge_score is not None or row.answer_judge or not JUDGING_STAGES.isdisjoint(row.cost_by_stage_usd)
    return row.judge_cost_usd if is_judged or row.judge_cost_usd is not None else 0.0


def question_cost(row: CaseRow) -> float | None:
    """Answering plus judging."""
    judging = judge_cost(row)
    return None if row.cost_usd is None or judging is None else row.cost_usd + judging


@dataclass(frozen=True)
class Costs:
    """One system's costs over its answers that succeeded, in USD."""

    system: System

    @cached_property
    def per_question(self) -> float | None:
        """The mean of answering plus judging one question."""
        return self._mean(map(question_cost, self.system.succeeded))

    @cached_property
    def answering_per_question(self) -> float | None:
        """The mean of answering one question."""
        return self._mean(row.cost_usd for row in self.system.succeeded)

    @cached_property
    def judging_per_question(self) -> float | None:
        """The mean of judging one question."""
        return self._mean(map(judge_cost, self.system.succeeded))

    @property
    def ingestion(self) -> float | None:
        """What building the index cost; no part of a question's cost."""
        return self.system.report.operational.ingestion_cost_usd

    @cached_property
    def per_correct(self) -> float | None:
        """Everything spent on the questions for each correct answer; None without one."""
        spent = total(map(question_cost, self.system.succeeded))
        n_correct = sum(is_correct(row) is True for row in self.system.succeeded)
        return spent / n_correct if spent is not None and n_correct else None

    @cached_property
    def by_stage(self) -> dict[str, float | None]:
        """The mean cost of each stage of answering; what no stage accounts for is `untracked`."""
        stages = dict.fromkeys(
            stage for row in self.system.succeeded for stage in row.cost_by_stage_usd if stage not in JUDGING_STAGES
        )
        found = {
            stage: self._mean(row.cost_by_stage_usd.get(stage, 0.0) for row in self.system.succeeded)
            for stage in stages
        }
        rest = self._untracked(found)
        return found if rest is None else {**found, UNTRACKED: rest}

    def _untracked(self, found: dict[str, float | None]) -> float | None:
        known = [cost for cost in found.values() if cost is not None]
        if self.answering_per_question is None or len(known) < len(found):
            return None
        rest = self.answering_per_question - fsum(known)
        return rest if abs(rest) > DUST else None

    def _mean(self, costs: Iterable[float | None]) -> float | None:
        spent = total(costs)
        return None if spent is None else spent / len(self.system.succeeded)

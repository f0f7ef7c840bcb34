"""Reports and a policy to the system to deploy.

Limits first, then the best mean quality, the systems that cannot be told from it, and among those the profile's
weights on cost and latency, then the simplest.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cairn_nb.decisions.board.one_measurement import require_one_measurement
from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.decisions.reading.incomplete import why_incomplete
from cairn_nb.decisions.reading.settings import settings_of
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.selection.categories import best_by_category
from cairn_nb.decisions.selection.caveats import caveats
from cairn_nb.decisions.selection.limits import broken_limits, closest
from cairn_nb.decisions.selection.numbers import numbers_of
from cairn_nb.decisions.selection.quality import qualities, quality_metric
from cairn_nb.decisions.selection.ranking import ranking
from cairn_nb.decisions.selection.rationale import rationale
from cairn_nb.decisions.selection.scoring import by_mean
from cairn_nb.decisions.selection.ties import tie_tests
from cairn_nb.decisions.selection.winner_file import winner_yaml
from cairn_nb.errors import InputError
from cairn_nb.records import Estimate, Report
from cairn_nb.records.recommendation import (
    BrokenLimit,
    ClosestMiss,
    ExcludedSystem,
    LeftOutSystem,
    Recommendation,
    SystemNumbers,
    TieTest,
)
from cairn_nb.records.selection_policy import SelectionPolicy


def recommend(
    reports: Sequence[Report], policy: SelectionPolicy | None = None, *, checked: Collection[str] = ()
) -> Recommendation:
    """The system to deploy, those tied with it, and why.

    Parameters
    ----------
    reports
        One a system, all over the same cases; their order does not matter. One whose run is incomplete, or that
        contradicts its own rows, takes no part and is named.
    policy
        Limits, profile and weights; by default no limits and the balanced profile.
    checked
        Names of systems whose reports are known to agree with their rows, as a leaderboard's are.

    Raises
    ------
    NotComparableError
        If two reports have the same name, or differ in corpus, golden set, split or cases.
    InputError
        If no report can take part, or none measures quality.
    """
    asked = policy or SelectionPolicy()
    ordered = sorted(reports, key=lambda report: report.config_name)
    problems = [(r, why_left_out(r, is_checked=r.config_name in checked)) for r in ordered]
    left_out = tuple(LeftOutSystem(system=r.config_name, reason=why) for r, why in problems if why is not None)
    sound = [report for report, why in problems if why is None]
    if not sound:
        listed = "; ".join(f"{entry.system}: {entry.reason}" for entry in left_out)
        raise InputError(f"there is no report to choose from{f' ({listed})' if listed else ''}")
    require_one_measurement(sound)
    return _Choice.among(sound, asked).recommendation(left_out)


def why_left_out(report: Report, *, is_checked: bool = False) -> str | None:
    """Why a report takes no part; None where it does. One that `is_checked` is not held against its rows again."""
    if not report.complete:
        return f"its run is incomplete, {why_incomplete(report)}"
    if not report.per_case:
        return "its report carries no rows"
    wrong = () if is_checked else contradictions(report)
    return f"its report contradicts itself, {wrong[0]}" if wrong else None


@dataclass(frozen=True)
class _Choice:
    """Everything about the systems that a recommendation is made from; `feasible` ones meet every limit."""

    policy: SelectionPolicy
    reports: tuple[Report, ...]
    feasible: Systems
    metric: str
    numbers: tuple[SystemNumbers, ...]
    excluded: tuple[ExcludedSystem, ...]

    @classmethod
    def among(cls, reports: Sequence[Report], policy: SelectionPolicy) -> _Choice:
        settings = settings_of(reports)
        every = Systems.of(reports, settings)
        broken = {system.name: _broken(every, place, policy) for place, system in enumerate(every.systems)}
        feasible = Systems.of([report for report in reports if not broken[report.config_name]], settings)
        metric = quality_metric(feasible if feasible.systems else every)
        numbers = _numbers(every, metric)
        return cls(
            policy,
            tuple(reports),
            feasible,
            metric,
            tuple(found for found in numbers if not broken[found.system]),
            tuple(
                ExcludedSystem(numbers=found, broken=broken[found.system]) for found in numbers if broken[found.system]
            ),
        )

    def recommendation(self, left_out: tuple[LeftOutSystem, ...]) -> Recommendation:
        best = self._best()
        tests = () if best is None else self._tests(best)
        ranked = ranking(self.numbers, best, tests, self.policy)
        miss = None if ranked else closest(list(self.excluded))
        winner = ranked[0].system if ranked else None
        found = Recommendation(
            winner=winner,
            tied=tuple(entry.system for entry in ranked if entry.place == "tied"),
            policy=self.policy,
            weights=self.policy.weighing(),
            quality_metric=self.metric,
            best=best,
            n_questions=len({row.case_id for report in self.reports for row in report.per_case}),
            ranking=ranked,
            excluded=self.excluded,
            left_out=left_out,
            ties=tests,
            by_category=best_by_category(self.feasible, self.metric) if self.numbers else (),
            closest_miss=None if miss is None else ClosestMiss(system=miss.system, broken=miss.broken),
            seed=self.feasible.settings.seed,
            n_boot=self.feasible.settings.n_boot,
            winner_config=next((winner_yaml(r) for r in self.reports if r.config_name == winner), None),
        )
        explained = found.changed(rationale=rationale(found))
        return explained.changed(caveats=caveats(explained, self.reports))

    def _best(self) -> str | None:
        """The highest mean."""
        known = [found for found in self.numbers if found.quality.value is not None]
        return min(known, key=by_mean).system if known else None

    def _tests(self, best: str) -> tuple[TieTest, ...]:
        names = self.feasible.names
        measured = [found.system for found in self.numbers if found.quality.value is not None]
        others = [names.index(name) for name in measured if name != best]
        return tie_tests(self.feasible, names.index(best), others, self.metric)


def _broken(systems: Systems, place: int, policy: SelectionPolicy) -> tuple[BrokenLimit, ...]:
    """Limits are about what was measured whatever quality is compared by, so no measure of it is needed yet."""
    system = systems.systems[place]
    found = numbers_of(system, Estimate(value=None), level=systems.settings.level)
    return broken_limits(system.report, found, policy.constraints)


def _numbers(systems: Systems, metric: str) -> list[SystemNumbers]:
    means = qualities(systems, metric)
    return [
        numbers_of(system, quality, level=systems.settings.level)
        for system, quality in zip(systems.systems, means, strict=True)
    ]

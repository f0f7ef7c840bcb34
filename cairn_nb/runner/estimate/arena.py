"""What the arena of several configurations will cost: its schedule over the planned questions, priced by real prompts.

The answers that the offline runs gave are shown to the judges of pairs, which reply with a fixed verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from cairn_nb.config.model import Config
from cairn_nb.decisions.arena.schedule import Meeting, meeting
from cairn_nb.errors import InputError
from cairn_nb.judges.pairwise.pair import Contestant, Pair
from cairn_nb.judges.pairwise.panel import PairJudges
from cairn_nb.providers.priced import Priced
from cairn_nb.records.cost_estimate import ArenaEstimate, PairJudgeEstimate
from cairn_nb.records.golden import Case
from cairn_nb.runner.arena.carry_out import Rules, rounds
from cairn_nb.runner.estimate.component_prices import axes_prices
from cairn_nb.runner.estimate.cost import total
from cairn_nb.runner.estimate.offline_run import OfflineRun
from cairn_nb.runner.estimate.stand_ins import offline_pair_judges
from cairn_nb.runner.estimate.tally import Tally
from cairn_nb.systems.axes_judge import generator_family

ORDERS = 2
METHOD = (
    "every system is taken to answer every planned question, and every reply to be readable at once; prompts are "
    "measured on {sampled} questions with the offline models' answers, so answers at length cost more; adaptive rounds "
    "are planned as if no pair had been compared"
)


async def estimated_arena(runs: Sequence[OfflineRun], *, baseline: str) -> ArenaEstimate | None:
    """The arena that a bench run of these configurations would hold; None where the first asks for none.

    Parameters
    ----------
    runs
        One of each configuration, in their order.
    baseline
        Whom the others meet under ``vs_baseline``.

    Raises
    ------
    InputError
        If no question was measured on two systems that meet.
    """
    field = PlannedField({run.config.name: run for run in runs})
    setting = runs[0].config
    pairwise = setting.evaluation.pairwise
    if not pairwise.enabled or len(field.runs) < 2:
        return None
    rules = Rules(pairwise.pairs, pairwise.max_pairs_per_question, setting.stats.seed, baseline)
    meetings = tuple(chain.from_iterable(rounds(field.entrants, rules, ())))
    judges = offline_pair_judges(setting)
    comparisons = _asked(field, meetings, judges)
    lines = _lines(setting, judges, comparisons, await _measured(field, meetings, judges, rules.seed))
    return _summed(field, rules, lines, setting, n_comparisons=comparisons.total())


class PlannedField:
    """The systems by name, and their answers to the questions that were measured."""

    def __init__(self, runs: Mapping[str, OfflineRun]) -> None:
        self.runs = runs
        self._cases = {case.id: case for run in runs.values() for case in run.cases}
        self._answers = {name: {done.case_id: done.answer.text for done in run.finished} for name, run in runs.items()}
        self._families = {name: generator_family(run.config) for name, run in runs.items()}

    @property
    def entrants(self) -> dict[str, tuple[str, ...]]:
        """For each question that is planned for two systems or more, which ones."""
        planned = {name: {case.id for case in run.cases} for name, run in self.runs.items()}
        found = {case: tuple(name for name in self.runs if case in planned[name]) for case in self._cases}
        return {case: names for case, names in found.items() if len(names) > 1}

    def measured(self, one: str, two: str) -> list[str]:
        """The questions that both were measured on."""
        return [case for case in self._answers[one] if case in self._answers[two]]

    def pair(self, met: Meeting) -> Pair:
        """The two answers; an empty one where the question was not measured."""
        case: Case = self._cases[met.case_id]
        first, second = (self._contestant(name, case.id) for name in (met.first, met.second))
        return Pair(case.id, case.question, case.answerable, case.expected_answer, first, second)

    def _contestant(self, name: str, case: str) -> Contestant:
        return Contestant(name, self._answers[name].get(case, ""), self._families[name])


def _asked(field: PlannedField, meetings: Sequence[Meeting], judges: PairJudges) -> Counter[str]:
    """How many comparisons each judge makes."""
    return Counter(judge.name for met in meetings for judge in judges.of(field.pair(met)))


async def _measured(
    field: PlannedField, meetings: Sequence[Meeting], judges: PairJudges, seed: int
) -> dict[str, Tally]:
    """The calls of each judge over the systems that meet, on every question that they were measured on."""
    tallies = {name: Tally() for name in judges.names}
    for one, two in sorted({(min(met.first, met.second), max(met.first, met.second)) for met in meetings}):
        for case in field.measured(one, two):
            pair = field.pair(meeting(case, (one, two), seed))
            for judge in judges.of(pair):
                for shown in (pair, pair.swapped):
                    step = (await judge.verdict(shown)).step
                    if step is not None:
                        tallies[judge.name].add(step)
    return tallies


def _lines(
    config: Config, judges: PairJudges, comparisons: Mapping[str, int], measured: Mapping[str, Tally]
) -> tuple[PairJudgeEstimate, ...]:
    """A line a model, those that no pair comes to included; none for the stand-in without a model."""
    return tuple(
        _line(name, priced, ORDERS * comparisons.get(name, 0), measured[name])
        for name, priced in zip(judges.names, axes_prices(config), strict=False)
    )


def _line(name: str, priced: Priced, calls: int, tally: Tally) -> PairJudgeEstimate:
    if calls and not tally.calls:
        hint = "give the configurations one golden set and one calibration split, or measure more with --sample"
        raise InputError(f"no question was measured on two systems that {name} compares", key="sample", hint=hint)
    times = calls / tally.calls if tally.calls else 0.0
    cost = priced.prices.cost_usd(tally.usage, calls=tally.calls) if calls else 0.0
    return PairJudgeEstimate(
        judge=name,
        component=priced.component,
        model=priced.model,
        calls=calls,
        input_tokens=times * tally.usage.input_tokens,
        output_tokens=times * tally.usage.output_tokens,
        cost_usd=None if cost is None else times * cost,
    )


def _summed(
    field: PlannedField, rules: Rules, lines: Sequence[PairJudgeEstimate], config: Config, *, n_comparisons: int
) -> ArenaEstimate:
    cost, cap = total(line.cost_usd for line in lines), config.evaluation.max_cost_usd
    return ArenaEstimate(
        systems=tuple(field.runs),
        n_questions=len(field.entrants),
        pairs=rules.pairs,
        max_pairs_per_question=rules.most,
        baseline=rules.baseline if rules.pairs == "vs_baseline" else None,
        n_comparisons=n_comparisons,
        judges=tuple(lines),
        calls=sum(line.calls for line in lines),
        input_tokens=sum(line.input_tokens for line in lines),
        output_tokens=sum(line.output_tokens for line in lines),
        cost_usd=cost,
        unpriced=tuple(line.model for line in lines if line.cost_usd is None),
        max_cost_usd=cap,
        within_cap=None if cap is None or cost is None else cost <= cap,
        method=METHOD.format(sampled=max(len(run.finished) for run in field.runs.values())),
    )

"""The comparisons of a schedule, made: round by round, so many at once, each kept as soon as it is there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cairn_nb.config.pairwise import PairSchedule
from cairn_nb.decisions.arena.adaptive import least_sure, ring, rounds_of
from cairn_nb.decisions.arena.schedule import Entrants, Meeting, all_pairs, pairs_with
from cairn_nb.decisions.arena.strengths import log_strengths, times_met
from cairn_nb.judges.pairwise.compare import Compared, compare
from cairn_nb.judges.pairwise.pair import Pair
from cairn_nb.judges.pairwise.panel import PairJudges
from cairn_nb.judges.pairwise.protocol import PairJudge
from cairn_nb.providers.cassette.session import working_on
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.runner.arena.field import Field
from cairn_nb.runner.arena.journal import ArenaJournal, BoutKey
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.engine import run_pieces


@dataclass(frozen=True)
class Rules:
    """Which answers meet, from which seed; `baseline` is who the others meet under ``vs_baseline``."""

    pairs: PairSchedule
    most: int | None
    seed: int
    baseline: str


@dataclass(frozen=True)
class Pace:
    """How many comparisons at once, and how many seconds each may take."""

    concurrency: int
    timeout_s: float


@dataclass(frozen=True)
class Bout:
    """One comparison to make."""

    pair: Pair
    judge: PairJudge

    @property
    def key(self) -> BoutKey:
        """What the ledger knows it by."""
        return (self.pair.case_id, *self.pair.systems, self.judge.name)


@dataclass(frozen=True)
class Made:
    """The comparisons in planned order, and how many were planned."""

    comparisons: tuple[PairComparison, ...]
    n_planned: int


async def carry_out(
    field: Field, judges: PairJudges, rules: Rules, journal: ArenaJournal, *, spending: Spending, pace: Pace
) -> Made:
    """Every comparison of the schedule, or as many as the spending allows.

    Raises
    ------
    AuthenticationError
        If a key is missing or refused.
    ProviderError
        If nothing but the same failure came back at first.
    """
    made: list[PairComparison] = []
    n_planned = 0
    for meetings in rounds(field.entrants, rules, made):
        bouts = [Bout(pair, judge) for pair in map(field.pair, meetings) for judge in judges.of(pair)]
        n_planned += len(bouts)
        await _hold(bouts, journal, spending=spending, pace=pace)
        made += [journal.done[bout.key] for bout in bouts if bout.key in journal.done]
    return Made(tuple(made), n_planned)


def rounds(entrants: Entrants, rules: Rules, made: Sequence[PairComparison]) -> Iterator[Sequence[Meeting]]:
    """The meetings of each round; one of ``adaptive`` is planned from what `made` holds when it is asked for."""
    if rules.pairs == "all":
        yield all_pairs(entrants, seed=rules.seed, most=rules.most)
        return
    if rules.pairs == "vs_baseline":
        yield pairs_with(rules.baseline, entrants, seed=rules.seed, most=rules.most)
        return
    for number, cases in enumerate(rounds_of(tuple(entrants), rules.seed)):
        some = {case: entrants[case] for case in cases}
        if number == 0:
            yield ring(some, seed=rules.seed, most=rules.most)
        else:
            yield least_sure(some, log_strengths(made), times_met(made), seed=rules.seed, most=rules.most)


async def _hold(bouts: Sequence[Bout], journal: ArenaJournal, *, spending: Spending, pace: Pace) -> None:
    for bout in bouts:
        if bout.key in journal.done:
            spending.charge_usd(journal.done[bout.key].cost_usd)

    async def judged(bout: Bout) -> Compared:
        deadline = asyncio.get_running_loop().time() + pace.timeout_s
        with working_on(f"arena case {bout.pair.case_id} of {' and '.join(bout.pair.systems)}"):
            compared = await compare(bout.judge, bout.pair, deadline=deadline)
        spending.charge_usd(compared.comparison.cost_usd)
        return compared

    await run_pieces(
        [bout for bout in bouts if bout.key not in journal.done],
        judged,
        journal.keep,
        concurrency=pace.concurrency,
        description="comparisons",
        may_start=lambda: spending.may_start,
    )

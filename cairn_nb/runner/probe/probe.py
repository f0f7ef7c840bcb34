"""The latency probe: questions asked again one at a time, past the cache, so that no queue is in their latency.

What it costs counts against the cap and as spent, never as the cost of a question. Nothing is judged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cairn_nb.metrics.operational import total
from cairn_nb.progress import progress
from cairn_nb.providers.cassette.session import PROBE, in_force, working_on
from cairn_nb.records.estimate import Estimate
from cairn_nb.records.golden import Case
from cairn_nb.records.outcome import Status
from cairn_nb.records.sections import LatencyProbe
from cairn_nb.runner.asked import asked
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.journal import Journal
from cairn_nb.runner.parts import Parts
from cairn_nb.runner.pieces import Piece
from cairn_nb.runner.probe.call import KEY, ProbeCall, from_row
from cairn_nb.runner.probe.plan import is_check, is_precise, most_calls, spread_order
from cairn_nb.stats.order_statistic import quantile_estimate

MS_DECIMALS = 3
PERCENTILE = 0.95

StoppedBy: TypeAlias = Literal["count", "precision", "cap", "budget"]


@dataclass(frozen=True)
class Probed:
    """What a probe found.

    `section` is null where no question was answered; `spent_usd` is null where a model has no price.
    """

    section: LatencyProbe | None
    stopped_by: StoppedBy
    n_calls: int
    spent_usd: float | None


async def aprobe(
    parts: Parts, pieces: Sequence[Piece], finished: Sequence[Finished], journal: Journal, *, spending: Spending
) -> Probed | None:
    """Ask again what the run was answered; calls that the ledger holds are not made again.

    Parameters
    ----------
    pieces, finished
        The run; cases that ended in an error are not asked again.

    Returns
    -------
    Probed
        Null where no probe is wanted, the system is offline, or nothing was answered.

    Raises
    ------
    AuthenticationError
        If a key is refused.
    """
    answered = {done.case_id for done in finished if done.answer.status is not Status.ERROR}
    cases = list({piece.case.id: piece.case for piece in pieces if piece.case.id in answered}.values())
    most = most_calls(parts.config, len(cases))
    if not most:
        return None
    _take_kept(parts.config.name, journal)
    spending.charge_usd(total(call.cost_usd for call in journal.probed.values()) if journal.probed else 0.0)
    probe = _Probe(parts, journal, spending)
    order = spread_order(len(cases))
    with progress(f"latency probe {parts.config.name}", most) as advance, parts.cache.bypassed():
        for place in range(most):
            stopped = probe.stops_before(place)
            if stopped is not None:
                return probe.result(place, stopped)
            await probe.call(place, cases[order[place % len(order)]])
            advance(1)
    return probe.result(most, probe.stopped_at_the_end(most))


def _take_kept(config_name: str, journal: Journal) -> None:
    """The calls that the cassette in force holds count as made, with the latency they had then; nothing is spent."""
    session = in_force()
    for row in [] if session is None else session.probes(config_name):
        call = from_row({KEY: row}).changed(spent_usd=0.0)
        if call.place not in journal.probed:
            journal.keep_probe(call)


class _Probe:
    """The calls of one probe."""

    def __init__(self, parts: Parts, journal: Journal, spending: Spending) -> None:
        self._parts, self._journal, self._spending = parts, journal, spending
        self._is_auto = parts.config.evaluation.latency_probe_questions == "auto"

    async def call(self, place: int, case: Case) -> None:
        """Ask one question, unless the ledger holds the call."""
        if place in self._journal.probed:
            return
        deadline = asyncio.get_running_loop().time() + self._parts.config.evaluation.case_timeout_s
        with working_on(f"{PROBE} {place} of {self._parts.config.name}"):
            answer = await asked(self._parts.system, case.question, trial=0, deadline=deadline)
        self._spending.charge(answer.steps)
        failed = answer.status is Status.ERROR
        call = ProbeCall(
            place=place,
            case_id=case.id,
            latency_ms=None if failed else round(answer.latency_ms, MS_DECIMALS),
            cost_usd=answer.cost_usd,
            spent_usd=total(step.spent_usd for step in answer.steps) if answer.steps else 0.0,
        )
        self._journal.keep_probe(call)
        session = in_force()
        if session is not None:
            session.keep_probe(self._parts.config.name, call.model_dump(mode="json"))

    def stops_before(self, place: int) -> StoppedBy | None:
        """What ends the probe after so many calls; null while it goes on."""
        if self._knows_enough(place):
            return "precision"
        if place not in self._journal.probed and not self._spending.may_start:
            return "budget"
        return None

    def stopped_at_the_end(self, place: int) -> StoppedBy:
        """What ended a probe that made all its calls."""
        if not self._is_auto:
            return "count"
        return "precision" if self._knows_enough(place) else "cap"

    def result(self, n_calls: int, stopped_by: StoppedBy) -> Probed:
        """The section of the report."""
        calls = [self._journal.probed[place] for place in range(n_calls)]
        latencies = self._latencies(n_calls)
        section = None
        if latencies:
            section = LatencyProbe(
                latencies_ms=latencies,
                mean_ms=sum(latencies) / len(latencies),
                p50_ms=self._percentile(n_calls, 0.5),
                p95_ms=self._percentile(n_calls, PERCENTILE),
                cost_usd=total(call.cost_usd for call in calls),
                stopped_by=stopped_by,
            )
        spent = total(call.spent_usd for call in calls) if calls else 0.0
        return Probed(section, stopped_by, n_calls, spent)

    def _knows_enough(self, n_calls: int) -> bool:
        return self._is_auto and is_check(n_calls) and is_precise(self._percentile(n_calls, PERCENTILE))

    def _latencies(self, n_calls: int) -> tuple[float, ...]:
        found = (self._journal.probed[place].latency_ms for place in range(n_calls))
        return tuple(latency for latency in found if latency is not None)

    def _percentile(self, n_calls: int, q: float) -> Estimate:
        latencies = self._latencies(n_calls)
        failed = n_calls - len(latencies)
        return quantile_estimate(latencies, q, missing={"error": failed} if failed else {})

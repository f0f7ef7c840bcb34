"""A pair judged in both orders."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.judges.pairwise.pair import Pair
from cairn_nb.judges.pairwise.panel import leans
from cairn_nb.judges.pairwise.protocol import OrderVerdict, PairJudge
from cairn_nb.providers.caching.together import together
from cairn_nb.records.pair_comparison import PairComparison


@dataclass(frozen=True)
class Compared:
    """A comparison; `failure` is the kind of error that kept a model from replying, null when every order was put."""

    comparison: PairComparison
    failure: str | None = None

    @property
    def reason(self) -> str | None:
        """The failure in words."""
        if self.failure is None:
            return None
        told = zip(self.comparison.verdicts, self.comparison.reasons, strict=True)
        return next(reason for verdict, reason in told if verdict is None)


async def compare(judge: PairJudge, pair: Pair, *, deadline: float | None = None) -> Compared:
    """Both orders at once, what they cost added up.

    Raises
    ------
    AuthenticationError
        If a key is missing or refused.
    """
    one, two = await together(judge.verdict(shown, deadline=deadline) for shown in (pair, pair.swapped))
    comparison = PairComparison.of(
        pair.case_id,
        pair.systems,
        judge.name,
        (one.verdict, two.verdict),
        prompt_version=judge.prompt_version,
        same_family=leans(judge, pair),
        reasons=(one.reason, two.reason),
        **_costs(one, two),
    )
    return Compared(comparison, one.failure or two.failure)


def _costs(*orders: OrderVerdict) -> dict[str, float | None]:
    steps = [order.step for order in orders if order.step is not None]
    costs, spent = [step.cost_usd for step in steps], [step.spent_usd for step in steps]
    return {"cost_usd": _sum(costs), "spent_usd": _sum(spent)}


def _sum(amounts: list[float | None]) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None

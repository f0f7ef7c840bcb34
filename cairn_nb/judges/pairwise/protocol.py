"""What a judge of pairs looks like, and what it says of one order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from cairn_nb.judges.pairwise.pair import Pair
from cairn_nb.records.answer import Step
from cairn_nb.records.pair_comparison import PairVerdict


@dataclass(frozen=True)
class OrderVerdict:
    """The position that won, or null with the reason why there is none.

    `step` is what the calls took; null where no model was asked. `failure` is the kind of error that kept the model
    from replying at all.
    """

    verdict: PairVerdict | None
    reason: str = ""
    step: Step | None = None
    failure: str | None = None


class PairJudge(Protocol):
    """Says which of two answers is better, seeing neither who wrote them nor what they were written from."""

    @property
    def name(self) -> str:
        """``heuristic``, or ``<component>:<model>``."""

    @property
    def family(self) -> str | None:
        """The family of its model."""

    @property
    def prompt_version(self) -> str:
        """By which instructions it judges; empty without any."""

    async def verdict(self, pair: Pair, *, deadline: float | None = None) -> OrderVerdict:
        """Which position won, in this order.

        Raises
        ------
        AuthenticationError
            If a key is missing or refused: no other pair could be judged either.
        """

    async def aclose(self) -> None:
        """Close what it holds."""

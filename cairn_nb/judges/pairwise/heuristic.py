"""The stand-in without a model: the answer with the higher pointwise score wins."""

from __future__ import annotations

from cairn_nb.judges.pairwise.pair import Pair
from cairn_nb.judges.pairwise.protocol import OrderVerdict

TIE_WITHIN = 0.25
NO_SCORE = "an answer has no score"


class HeuristicPairJudge:
    """Repeats what the pointwise scores say; it costs nothing and never minds the order."""

    name = "heuristic"
    family: str | None = None
    prompt_version = ""

    async def verdict(self, pair: Pair, *, deadline: float | None = None) -> OrderVerdict:  # noqa: ARG002 - at once
        """A tie where the scores lie within 0.25 of each other; none where an answer has no score."""
        one, two = pair.first.answer_score, pair.second.answer_score
        if one is None or two is None:
            return OrderVerdict(None, NO_SCORE)
        reason = f"answer scores {one:g} and {two:g}"
        if abs(one - two) <= TIE_WITHIN:
            return OrderVerdict("tie", reason)
        return OrderVerdict("1" if one > two else "2", reason)

    async def aclose(self) -> None:
        """Nothing is open."""

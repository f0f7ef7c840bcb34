"""Who judges a pair: a judge whose family wrote neither answer, else all of them."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.judges.pairwise.pair import Pair
from cairn_nb.judges.pairwise.protocol import PairJudge


@dataclass(frozen=True)
class PairJudges:
    """The judges, the lead first.

    Parameters
    ----------
    judges
        One or more.
    independent
        Whether, of several, one judges whose family wrote neither answer; where there is none, all judge, so that their
        leanings offset. Otherwise the lead judges every pair.
    """

    judges: tuple[PairJudge, ...]
    independent: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(judge.name for judge in self.judges)

    @property
    def prompt_version(self) -> str:
        """That of all of them."""
        return self.judges[0].prompt_version

    def of(self, pair: Pair) -> tuple[PairJudge, ...]:
        """Who judges this pair."""
        if not self.independent:
            return self.judges[:1]
        apart = [judge for judge in self.judges if not leans(judge, pair)]
        return tuple(apart[:1]) or self.judges

    async def aclose(self) -> None:
        """Close every judge."""
        for judge in self.judges:
            await judge.aclose()


def leans(judge: PairJudge, pair: Pair) -> bool:
    """Whether the judge's model is of a family that wrote one of the answers."""
    return judge.family is not None and judge.family in pair.families

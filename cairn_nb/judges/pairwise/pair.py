"""What meets in the arena: two systems' answers to one question, in the order in which a judge is shown them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Contestant:
    """A system's answer. `family` is that of the model which wrote it, `answer_score` its pointwise one, of 0 to 5."""

    system: str
    text: str
    family: str | None = None
    answer_score: float | None = None


@dataclass(frozen=True)
class Pair:
    """A question with two answers; `first` is shown as answer 1. `reference` is null where no right answer is known."""

    case_id: str
    question: str
    answerable: bool
    reference: str | None
    first: Contestant
    second: Contestant

    @property
    def swapped(self) -> Pair:
        """The same pair in the other order."""
        return Pair(self.case_id, self.question, self.answerable, self.reference, self.second, self.first)

    @property
    def systems(self) -> tuple[str, str]:
        """Both, the first before the second."""
        return self.first.system, self.second.system

    @property
    def families(self) -> frozenset[str]:
        """The families that wrote the answers, as far as they are known."""
        return frozenset(side.family for side in (self.first, self.second) if side.family is not None)

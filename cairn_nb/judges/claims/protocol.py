"""What every checker of claims looks like from outside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cairn_nb.records.checked_claim import ClaimCheck


@dataclass(frozen=True)
class AnswerInContext:
    """An answer that was given, not a refusal, with what its generator was given.

    Parameters
    ----------
    context
        The passages as the generator saw them; empty for a system that retrieves nothing.
    deadline
        In the running loop's time; what is not done by then has no verdict. Null for none.
    """

    question: str
    text: str
    context: tuple[str, ...] = ()
    trial: int = 0
    deadline: float | None = None


@runtime_checkable
class ClaimChecker(Protocol):
    """Takes an answer apart and checks each claim."""

    @property
    def name(self) -> str:
        """``stub``, or the component that is asked."""

    @property
    def model(self) -> str | None:
        """The provider's name for the model; null where none is asked."""

    @property
    def version(self) -> str:
        """By which instructions; rates are comparable only within one version and model."""

    async def check(self, answer: AnswerInContext) -> ClaimCheck:
        """The claims with their verdicts; a model that fails is an outcome.

        Raises
        ------
        AuthenticationError
            If a key is missing or refused: no other answer could be checked either.
        """

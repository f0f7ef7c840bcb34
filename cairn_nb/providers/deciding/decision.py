"""Decision models: a question that is answered yes or no, and the probability of yes.

Whatever has no usable probability is told apart from any verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from cairn_nb.records.answer import Step
from cairn_nb.records.chat import ChatReply
from cairn_nb.records.steps import one_step

YES_FROM = 0.5


@dataclass(frozen=True)
class YesNoQuestion:
    """A question to decide.

    Parameters
    ----------
    instructions
        What is asked and by which rules; the same for every question of its kind.
    material
        What it is asked about, framed and neutralised.
    purpose, trial
        As in `ChatRequest`.
    """

    instructions: str
    material: str
    purpose: str
    trial: int = 0


@dataclass(frozen=True)
class DecisionReply:
    """The probability of yes, or None with the reason, and every reply that was paid for on the way."""

    probability: float | None
    source: Literal["logprobs", "stated"] | None = None
    reason: str | None = None
    replies: tuple[ChatReply, ...] = ()

    @property
    def is_yes(self) -> bool | None:
        """Whether the probability is 0.5 or more; None without one."""
        return None if self.probability is None else self.probability >= YES_FROM

    def step(self, stage: str) -> Step | None:
        """The replies as one step of a trace; null where none came."""
        return one_step([reply.step(stage) for reply in self.replies])


@runtime_checkable
class DecisionModel(Protocol):
    """Decides questions that are answered yes or no."""

    @property
    def name(self) -> str:
        """The component's name in an experiment file."""

    @property
    def model(self) -> str | None:
        """The provider's name for the model, as it was asked for."""

    async def decide(self, question: YesNoQuestion) -> DecisionReply:
        """The probability of yes; a model that fails is a reply without one.

        Raises
        ------
        AuthenticationError
            If a key is missing or refused: no other question could be decided either.
        """

    async def aclose(self) -> None:
        """Give connections back."""

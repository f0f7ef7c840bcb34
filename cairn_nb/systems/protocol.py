"""What every system that answers questions looks like from outside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from cairn_nb.records import Answer


@runtime_checkable
class System(Protocol):
    """A question in, a draft of an answer out; many questions at once."""

    async def answer(self, question: str, *, trial: int = 0) -> Answer:
        """The draft: what the system says, how sure it is, and what it rests on; `decide` settles its status.

        Raises
        ------
        ProviderError
            If a model could not be used; its attribute `steps` holds what was done and paid until then.
        """

    def describe(self) -> dict[str, Any]:
        """What a report says about the system besides its numbers."""

    async def aclose(self) -> None:
        """Give connections back."""


@runtime_checkable
class Expects(Protocol):
    """A system that does less work when it knows what will be asked."""

    def expect(self, asked: Iterable[tuple[str, int]]) -> None:
        """Say which questions will be asked, each with its trial, in about this order."""

"""Retrieval ahead of time: when a question comes, those that will come next are searched for with it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from cairn_nb.retrieval.retriever import Asked, Retrieval, Retriever


class Ahead:
    """A retriever that is told what will be asked.

    It answers as the retriever does, and holds passages for at most `Retriever.at_once` questions that have not
    been asked yet.
    """

    def __init__(self, retriever: Retriever) -> None:
        self._retriever = retriever
        self._coming: dict[Asked, None] = {}
        self._found: dict[Asked, Retrieval] = {}

    def expect(self, asked: Iterable[tuple[str, int]]) -> None:
        """Say what will be asked, in about this order; what is not asked after all costs only the search."""
        self._coming = dict.fromkeys(Asked(*one) for one in asked)
        self._found.clear()

    async def retrieve(self, question: str, *, trial: int = 0) -> Retrieval:
        """The passages for one question; raises as `Retriever.retrieve`."""
        asked = Asked(question, trial)
        if asked not in self._found:
            await self._retrieve_with_the_next(asked)
        return self._found.pop(asked)

    async def _retrieve_with_the_next(self, asked: Asked) -> None:
        self._coming.pop(asked, None)
        together = [asked, *islice(self._coming, self._retriever.at_once - 1)]
        for one in together:
            self._coming.pop(one, None)
        self._found.update(zip(together, await self._retriever.retrieve_all(together), strict=True))

    async def aclose(self) -> None:
        """Close the retriever."""
        await self._retriever.aclose()

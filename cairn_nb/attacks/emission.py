"""Everything of an answer that its reader gets to see, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from cairn_nb.records.answer import Answer
from cairn_nb.records.base import Record

Where = Literal["answer", "claim", "citation"]


class Emission(Record):
    """A piece of an answer, and whether it is the answer's text, a claim, or a citation's quote."""

    where: Where
    text: str


def emissions(answer: Answer) -> tuple[Emission, ...]:
    """The pieces of an answer that hold text, in the order answer, claims, citations."""
    return tuple(piece for piece in _pieces(answer) if piece.text.strip())


def _pieces(answer: Answer) -> Iterator[Emission]:
    yield Emission(where="answer", text=answer.text)
    for claim in answer.claims:
        yield Emission(where="claim", text=claim.text)
    for claim in answer.claims:
        for citation in claim.citations:
            yield Emission(where="citation", text=citation.quote)

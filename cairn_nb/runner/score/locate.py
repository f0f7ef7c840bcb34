"""Where the golden quotes stand among the passages that an answer came with.

There is no corpus to look in: a support whose quote stands in none of its case's passages was not retrieved.
Where no quote of the whole set stands anywhere, the passages cannot be compared with the quotes, and ranks
are missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import PurePosixPath

from cairn_nb.records import Case, Passage, Support, SupportLocation
from cairn_nb.text.match import Haystack


class GivenLocator:
    """Locates supports in given passages.

    Parameters
    ----------
    cases
        All cases.
    passages
        Every passage of every answer. Where some name one of the documents that the supports name, a quote
        counts only in its own document.
    """

    def __init__(self, cases: Sequence[Case], passages: Sequence[Passage]) -> None:
        docs = {_name(support.doc) for case in cases for support in case.support}
        named = {name for passage in passages for name in _names(passage)}
        self._by_document = bool(docs & named)
        self._haystacks: dict[str, Haystack] = {}

    def locate(self, case: Case, passages: Sequence[Passage]) -> tuple[SupportLocation, ...]:
        """A location for each support: a group for each passage that holds its quote."""
        return tuple(
            SupportLocation(
                support=number,
                groups=tuple((passage.chunk_id,) for passage in passages if self._holds(passage, support)),
            )
            for number, support in enumerate(case.support)
        )

    def _holds(self, passage: Passage, support: Support) -> bool:
        if self._by_document and _name(support.doc) not in _names(passage):
            return False
        if not passage.text:  # only its document is known
            return self._by_document
        if passage.text not in self._haystacks:
            self._haystacks[passage.text] = Haystack(passage.text)
        return bool(self._haystacks[passage.text].find(support.quote))


def _names(passage: Passage) -> tuple[str, ...]:
    """What a passage's document may be called: its source, or its own id."""
    return tuple(_name(name) for name in (passage.source, passage.chunk_id.partition("#")[0]) if name)


@lru_cache(maxsize=1 << 16)
def _name(path: str) -> str:
    return PurePosixPath(path.replace("\\", "/")).name

"""Where the golden quotes stand: in which document, at which place, in which chunks."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from cairn_nb.records import Case, Chunk, Document, Support, SupportLocation
from cairn_nb.text.match import Haystack


class SupportLocator:
    """Locates support quotes in a chunk store, by the text of their own document.

    A quote that a chunk border cuts is located in the neighbouring chunks that hold it together.

    Parameters
    ----------
    documents
        The corpus.
    chunks
        All its chunks, each document's in order of their start and end.
    """

    def __init__(self, documents: Iterable[Document], chunks: Iterable[Chunk]) -> None:
        self._documents = {document.source: document for document in documents}
        self._by_name: dict[str, list[str]] = defaultdict(list)
        for source in self._documents:
            self._by_name[PurePosixPath(source).name].append(source)
        self._chunks: dict[str, list[Chunk]] = defaultdict(list)
        for chunk in chunks:
            self._chunks[chunk.document_id].append(chunk)
        self._haystacks: dict[str, Haystack] = {}

    def candidates(self, doc: str) -> tuple[str, ...]:
        """The sources that a golden set's `doc` may mean: the path itself, else every document of that base name."""
        path = unicodedata.normalize("NFC", doc).replace("\\", "/").removeprefix("./")
        return (path,) if path in self._documents else tuple(sorted(self._by_name.get(path, ())))

    def sources_with(self, quote: str) -> tuple[str, ...]:
        """Every document the quote stands in, by source. It reads the whole corpus: for checks, not for runs."""
        return tuple(source for source in sorted(self._documents) if self._haystack(source).find(quote))

    def locate(self, case: Case) -> tuple[SupportLocation, ...]:
        """A location for each of the case's supports, in order.

        Parameters
        ----------
        case
            A golden case. Its supports' `doc` is a path relative to the corpus folder, or a base name that
            only one document has.
        """
        return tuple(self._locate(number, support) for number, support in enumerate(case.support))

    def _locate(self, number: int, support: Support) -> SupportLocation:
        sources = self.candidates(support.doc)
        if not sources:
            return SupportLocation(support=number, reason=f"there is no document {support.doc}")
        if len(sources) > 1:
            choice = " or ".join(sources)
            return SupportLocation(support=number, reason=f"{support.doc} may be {choice}; write the path")
        document = self._documents[sources[0]]
        places = self._haystack(document.source).find(support.quote)
        groups = dict.fromkeys(group for place in places for group in self._groups(document, *place))
        reason = None if places else f"the quote is not in {document.source}"
        return SupportLocation(support=number, groups=tuple(groups), document_id=document.id, reason=reason)

    def _haystack(self, source: str) -> Haystack:
        if source not in self._haystacks:
            self._haystacks[source] = Haystack(self._documents[source].text)
        return self._haystacks[source]

    def _groups(self, document: Document, start: int, end: int) -> Iterator[tuple[str, ...]]:
        """Each chunk that holds the place alone; where there is none, the fewest neighbours that do together."""
        chunks = self._chunks[document.id]
        behind = bisect_right(chunks, start, key=lambda chunk: chunk.start)
        alone = []
        for position in range(behind - 1, -1, -1):
            if chunks[position].end < end:
                break
            alone.append((chunks[position].id,))
        yield from reversed(alone)
        if not alone:
            yield from self._neighbours(chunks, max(0, behind - 1), end)

    @staticmethod
    def _neighbours(chunks: Sequence[Chunk], first: int, end: int) -> Iterator[tuple[str, ...]]:
        if first >= len(chunks):
            return
        group = [chunks[first]]
        for position, chunk in enumerate(chunks[first + 1 :], start=first + 1):
            if group[-1].end >= end:
                break
            following = chunks[position + 1] if position + 1 < len(chunks) else None
            if following is None or following.start > group[-1].end:
                group.append(chunk)
        yield tuple(chunk.id for chunk in group)


def support_rank(locations: Sequence[SupportLocation], ranking: Sequence[str]) -> tuple[int | None, ...]:
    """The rank of each support in a ranking of chunk ids, from 1; null where it was not retrieved or not located.

    A support's rank is that of the first group that is complete: where several chunks hold the quote
    together, the rank at which the last of them came in.

    Parameters
    ----------
    locations
        A case's locations, from `SupportLocator.locate`.
    ranking
        Chunk ids, best first.
    """
    ranks: dict[str, int] = {}
    for rank, chunk_id in enumerate(ranking, start=1):
        ranks.setdefault(chunk_id, rank)
    return tuple(_first_complete(location, ranks) for location in locations)


def case_rank(locations: Sequence[SupportLocation], ranking: Sequence[str]) -> int | None:
    """The best rank over a case's supports: any one of them counts, as in the reference format."""
    return min((rank for rank in support_rank(locations, ranking) if rank is not None), default=None)


def _first_complete(location: SupportLocation, ranks: dict[str, int]) -> int | None:
    complete = [max(ranks[chunk] for chunk in group) for group in location.groups if all(c in ranks for c in group)]
    return min(complete, default=None)

"""Whether an answer cites the documents that hold the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePosixPath

from cairn_nb.records import Answer, Case
from cairn_nb.text.uncited import CITATION

_APART = re.compile(r"[,;] ?")
_UNKNOWN = ""


def citation_share(case: Case, answer: Answer) -> float:
    """F1 of the cited documents and the case's relevant ones; 0 where nothing is cited.

    The relevant ones are those it grades above 0, else those of its supports. Where it names none, the share of the
    citations that lead to a passage which was shown.
    """
    if not _cites(answer):
        return 0.0
    cited = list(_cited(answer))
    graded = {document for document, grade in case.relevant_doc_ids.items() if grade > 0}
    wanted = {_name(document) for document in graded or (support.doc for support in case.support)}
    if not wanted:
        return sum(document != _UNKNOWN for document in cited) / len(cited)
    found = {_name(document) for document in cited}
    return 2 * len(found & wanted) / (len(found) + len(wanted))


def _cites(answer: Answer) -> bool:
    """Whether there is any citation; its document is another question."""
    return any(claim.citations for claim in answer.claims) or CITATION.search(answer.text) is not None


def _cited(answer: Answer) -> Iterator[str]:
    """The document of each citation, of the claims and in the text; empty for one that leads to no passage shown."""
    documents = _documents(answer)
    for claim in answer.claims:
        for citation in claim.citations:
            yield documents.get(citation.chunk_id, _UNKNOWN) if citation.resolved else _UNKNOWN
    for match in CITATION.finditer(answer.text):
        for name in _APART.split(match[0].strip("[]【】")):
            yield documents.get(name.strip(), _UNKNOWN)


def _documents(answer: Answer) -> dict[str, str]:
    """Each name that a citation may give a passage (chunk, document, base name, stem, its place), and its document.

    A name that two passages have is the first one's.
    """
    shown = [passage for passage in answer.passages if passage.shown]
    return {
        name: passage.source
        for place, passage in zip(range(len(shown), 0, -1), reversed(shown), strict=True)
        for name in (str(place), *_short_names(passage.source), passage.source, passage.chunk_id)
    }


@lru_cache(maxsize=4096)
def _short_names(source: str) -> tuple[str, str]:
    """A document's base name, with and without its ending."""
    path = PurePosixPath(source)
    return path.name, path.stem


def _name(document: str) -> str:
    return _short_names(document.replace("\\", "/"))[0]

"""What is relevant to a case, by the names that its passages' documents have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from cairn_nb.records.answer import Passage
from cairn_nb.records.golden import Case, Support

Resolve = Callable[[str], str | None]


class Corpus(Protocol):
    """Knows its documents; `corpus.locate.SupportLocator` is one."""

    def candidates(self, doc: str) -> tuple[str, ...]:
        """The documents that a golden set's `doc` may mean."""
        ...


@dataclass(frozen=True)
class Relevance:
    """One case's labels, and how its passages' documents are called.

    Parameters
    ----------
    relevant
        The grades of the documents with a positive one; none for an unanswerable case.
    evidence
        The quotes, each with its document's name in the corpus.
    unknown
        Explicit labels that name no document of the corpus; they count nowhere.
    comparable
        Whether a ranking can be measured by documents: the system retrieves, and its passages name documents.
    document_of
        The document of a passage.
    """

    relevant: Mapping[str, float]
    evidence: tuple[Support, ...] = ()
    unknown: tuple[str, ...] = ()
    comparable: bool = True
    document_of: Callable[[Passage], str] = lambda passage: passage.source


def relevance_of(case: Case, resolve: Resolve, *, comparable: bool = True) -> Relevance:
    """The labels of a case: its explicit grades, else its supports' documents at grade 1.

    Parameters
    ----------
    resolve
        From a document as the golden set writes it to its name in the corpus; None where it has none.
    """
    if not case.answerable:
        return Relevance({}, comparable=comparable)
    grades = case.relevant_doc_ids or {support.doc: 1 for support in case.support}
    named = {doc: resolve(doc) for doc in (*grades, *(support.doc for support in case.support))}
    relevant: dict[str, float] = {}
    for doc, grade in grades.items():
        if grade > 0 and (name := named[doc]) is not None:
            relevant[name] = max(float(grade), relevant.get(name, 0.0))
    evidence = tuple(
        Support(doc=name, quote=support.quote) for support in case.support if (name := named[support.doc]) is not None
    )
    unknown = tuple(doc for doc, grade in case.relevant_doc_ids.items() if grade > 0 and named[doc] is None)
    return Relevance(relevant, evidence, unknown, comparable)


def in_corpus(corpus: Corpus) -> Resolve:
    """Names as a corpus has them; one that may mean several documents means none."""

    def resolve(doc: str) -> str | None:
        found = corpus.candidates(doc)
        return found[0] if len(found) == 1 else None

    return resolve

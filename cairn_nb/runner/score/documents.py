"""Which documents are relevant to a question, and which document each given passage is of.

There is no corpus to look in, so a passage's document is known by what labels and passages call it. Where that cannot
be, no question has measures of documents: over those that happen to match, a system would be ranked on its misses.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import PurePosixPath

from cairn_nb.records import Case, Passage
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.rows.relevance import Relevance, relevance_of
from cairn_nb.runner.score.join import Joined, Pairing


class GivenDocuments:
    """The documents of answers made elsewhere.

    Parameters
    ----------
    joined
        Every question with its answer. Where its grades are given, ids are the documents' own and compared by the
        letter. Else a path and the end of it are one document, so that ``hr/leave.md`` is ``/data/hr/leave.md``.
    finished
        The answers' passages. All of them must name a document, and one must name a document that a label names.
    """

    def __init__(self, joined: Joined, finished: Sequence[Finished]) -> None:
        self._grades = joined.questions.grades
        cases = [self._labelled(question.case) for question in joined.questions.questions]
        self._by_end: dict[str, list[str]] = defaultdict(list)
        self._labels = {_plain(doc) for case in cases for doc in _labels(case)}
        for label in sorted(self._labels):
            self._by_end[PurePosixPath(label).name].append(label)
        ranked = any(pairing.given is not None and pairing.given.is_ranking for pairing in joined.pairings)
        passages = [passage for piece in finished for passage in piece.answer.passages]
        self._comparable = (ranked and self._grades is not None) or self._can_tell(passages)
        self.document_of = lru_cache(maxsize=None)(self._document)

    def relevance(self, pairing: Pairing) -> Relevance:
        """A question's relevant documents; without a ranking where the file does not say what was retrieved."""
        given = pairing.given
        comparable = self._comparable and given is not None and given.contexts is not None
        found = relevance_of(self._labelled(pairing.question.case), _plain, comparable=comparable)
        return replace(found, document_of=self._of_passage)

    def _labelled(self, case: Case) -> Case:
        """A case with the grades that stand beside it; their supports are made of them, and quote nobody."""
        if self._grades is None:
            return case
        return case.model_copy(update={"relevant_doc_ids": dict(self._grades.get(case.id, {})), "support": ()})

    def _can_tell(self, passages: Sequence[Passage]) -> bool:
        names = {passage.source for passage in passages}
        return "" not in names and any(self._document(name) in self._labels for name in names)

    def _of_passage(self, passage: Passage) -> str:
        return self.document_of(passage.source)

    def _document(self, name: str) -> str:
        path = _plain(name)
        if path in self._labels or self._grades is not None:
            return path
        stem = path.partition("#")[0]  # a chunk's id may be its document's with a number behind
        ends = self._by_end.get(PurePosixPath(stem).name, ())
        found = [label for label in ends if _ends_with(stem, label) or _ends_with(label, stem)]
        return found[0] if len(found) == 1 else stem


def _labels(case: Case) -> Iterable[str]:
    return (*case.relevant_doc_ids, *(support.doc for support in case.support))


def _ends_with(path: str, end: str) -> bool:
    return path == end or path.endswith(f"/{end}")


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).replace("\\", "/").removeprefix("./")

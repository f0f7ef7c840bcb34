"""What is wrong, or odd, about a golden set when it is read beside its corpus."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol

from cairn_nb.records import Case, GoldenSet, Record, SupportLocation
from cairn_nb.text.fold import fold
from cairn_nb.text.match import find_quote

SHORT_QUOTE_CHARS = 8
_SHOWN_CHARS = 60


class Locator(Protocol):
    """What this check needs to know about the corpus; `corpus.locate.SupportLocator` is one."""

    def locate(self, case: Case) -> tuple[SupportLocation, ...]:
        """A location for each support."""
        ...

    def candidates(self, doc: str) -> tuple[str, ...]:
        """The documents that a support's `doc` may mean."""
        ...

    def sources_with(self, quote: str) -> tuple[str, ...]:
        """Every document the quote stands in."""
        ...


class Severity(StrEnum):
    """An error makes a support count as not found; a warning may; information explains a number."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Problem(StrEnum):
    """The kinds of things this check finds."""

    DOCUMENT_MISSING = "document missing"
    DOCUMENT_AMBIGUOUS = "document ambiguous"
    QUOTE_NOT_FOUND = "quote not found"
    QUOTE_ELSEWHERE = "quote in another document"
    QUOTE_SHORT = "short quote"
    QUOTE_OVER_CHUNKS = "quote over several chunks"
    SUPPORT_ON_UNANSWERABLE = "support on an unanswerable case"
    NO_SUPPORT = "no support"
    DUPLICATE_QUESTION = "duplicate question"
    ANSWER_NOT_IN_QUOTES = "answer not in its quotes"


class GoldenProblem(Record):
    """One finding: where, what kind, how bad, and a sentence with the next step."""

    line: int | None
    case_id: str
    kind: Problem
    severity: Severity
    sentence: str


def check_golden(golden: GoldenSet, locator: Locator) -> tuple[GoldenProblem, ...]:
    """Everything wrong or odd about a golden set, in the order of its rows.

    Parameters
    ----------
    golden
        The set, as `load_golden` gives it.
    locator
        The corpus and its chunks.
    """
    questions: dict[str, Case] = {}
    found: list[GoldenProblem] = []
    for case in golden.cases:
        twin = questions.setdefault(fold(case.question), case)
        if twin is not case:
            sentence = f"the same question as {twin.id} on line {twin.line}"
            found.append(_problem(case, Problem.DUPLICATE_QUESTION, Severity.WARNING, sentence))
        found += _case_problems(case, locator)
    return tuple(found)


def _case_problems(case: Case, locator: Locator) -> Iterator[GoldenProblem]:
    relevant = [document for document, grade in case.relevant_doc_ids.items() if grade > 0]
    if (case.support or relevant) and not case.answerable:
        sentence = "it is unanswerable, so its support is not used; drop the support, or make it answerable"
        yield _problem(case, Problem.SUPPORT_ON_UNANSWERABLE, Severity.WARNING, sentence)
    if case.answerable and not case.support:
        lost = "no metrics of chunks" if relevant else "no retrieval metrics"
        sentence = f"without a support it has {lost}; quote the document that answers it"
        yield _problem(case, Problem.NO_SUPPORT, Severity.INFO, sentence)
    for document in relevant:
        yield from _document_problems(case, document, locator.candidates(document))
    for location in locator.locate(case):
        yield from _support_problems(case, location, locator)
    if case.answerable and case.support and not _answer_is_quoted(case):
        sentence = "its expected answer stands in none of its quotes word for word"
        yield _problem(case, Problem.ANSWER_NOT_IN_QUOTES, Severity.INFO, sentence)


def _document_problems(case: Case, document: str, candidates: tuple[str, ...]) -> Iterator[GoldenProblem]:
    if len(candidates) > 1:
        yield _ambiguous(case, document, candidates)
    elif not candidates:
        sentence = f"its relevant document {document} is not in the corpus, so it counts nowhere"
        yield _problem(case, Problem.DOCUMENT_MISSING, Severity.ERROR, sentence)


def _support_problems(case: Case, location: SupportLocation, locator: Locator) -> Iterator[GoldenProblem]:
    support = case.support[location.support]
    shown = _shortened(support.quote)
    if len(support.quote.strip()) < SHORT_QUOTE_CHARS:
        sentence = f"{shown} is short, so it may stand where nothing supports the answer; quote more of the sentence"
        yield _problem(case, Problem.QUOTE_SHORT, Severity.WARNING, sentence)
    if not location.groups:
        yield _unlocated(case, support.doc, shown, location, locator)
    elif all(len(group) > 1 for group in location.groups):
        sentence = f"{shown} crosses a chunk border; it is found when all {len(location.groups[0])} chunks are"
        yield _problem(case, Problem.QUOTE_OVER_CHUNKS, Severity.INFO, sentence)


def _unlocated(case: Case, doc: str, shown: str, location: SupportLocation, locator: Locator) -> GoldenProblem:
    candidates = locator.candidates(doc)
    if len(candidates) > 1:
        return _ambiguous(case, doc, candidates)
    others = locator.sources_with(case.support[location.support].quote)
    where = f"; it stands in {', '.join(others[:3])}" if others else "; no document has it"
    if not candidates:
        sentence = f"there is no document {doc} for {shown}{where}"
        return _problem(case, Problem.DOCUMENT_MISSING, Severity.ERROR, sentence)
    kind = Problem.QUOTE_ELSEWHERE if others else Problem.QUOTE_NOT_FOUND
    return _problem(case, kind, Severity.ERROR, f"{shown} is not in {candidates[0]}{where}")


def _ambiguous(case: Case, doc: str, candidates: tuple[str, ...]) -> GoldenProblem:
    sentence = f"{doc} may be {' or '.join(candidates)}; write the path"
    return _problem(case, Problem.DOCUMENT_AMBIGUOUS, Severity.ERROR, sentence)


def _answer_is_quoted(case: Case) -> bool:
    answer = (case.expected_answer or "").strip().rstrip(".。")
    return any(find_quote(answer, support.quote) for support in case.support)


def _shortened(quote: str) -> str:
    text = " ".join(quote.split())
    return f'"{text}"' if len(text) <= _SHOWN_CHARS else f'"{text[: _SHOWN_CHARS - 1]}…"'


def _problem(case: Case, kind: Problem, severity: Severity, sentence: str) -> GoldenProblem:
    return GoldenProblem(line=case.line, case_id=case.id, kind=kind, severity=severity, sentence=sentence)

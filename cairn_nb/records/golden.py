"""Golden cases: a question, what a right answer says, and where the documents say it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictInt, field_validator

from cairn_nb.records.base import Record

MOST_GRADE = 1023  # 2 ** grade is finite in a double up to here
Grade = Annotated[StrictInt, Field(le=MOST_GRADE)]


class Support(Record):
    """A verbatim quote and the document that holds it.

    `doc` is the document's path relative to the corpus folder, or its base name when only one
    document has it.
    """

    doc: str = Field(min_length=1)
    quote: str = Field(min_length=1)


class Case(Record):
    """One golden question. `line` is where it stands in its file, from 1.

    `relevant_doc_ids` are grades by document, written as a `Support`'s `doc`; a list of documents gives each grade 1.
    A grade above 0 is relevant. Empty: the documents of the supports are.
    """

    id: str = Field(min_length=1)
    question: str = Field(min_length=1)
    answerable: bool = True
    expected_answer: str | None = None
    support: tuple[Support, ...] = ()
    keywords: tuple[str, ...] = ()
    answer_type: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    notes: str = ""
    # Left out where it is empty, so that the content of a set without it keeps its hash.
    relevant_doc_ids: dict[str, Grade] = Field(default_factory=dict, exclude_if=lambda grades: not grades)
    line: int | None = Field(default=None, exclude=True)

    @field_validator("relevant_doc_ids", mode="before")
    @classmethod
    def _list_as_grades(cls, given: Any) -> Any:
        if not isinstance(given, list | tuple):
            return given
        if not all(isinstance(name, str) for name in given):
            raise ValueError("must be a list of documents, or a mapping from documents to grades")
        if len(set(given)) < len(given):
            raise ValueError(f"names {next(name for name in given if given.count(name) > 1)!r} twice")
        return dict.fromkeys(given, 1)


class GoldenSet(Record):
    """A validated set of cases.

    `version` is the label of the file ``golden.version`` beside it, or ``sha256:`` and 12 hex;
    `content_hash` is always computed from the cases' content, whatever their order.
    """

    path: str
    version: str
    content_hash: str
    cases: tuple[Case, ...]


class SupportLocation(Record):
    """Where one support quote stands in the chunk store.

    Each group is a set of chunk ids that together hold the quote: one id where a chunk holds all of
    it, several neighbours where a chunk border cuts it. No group: the quote was not located, and
    `reason` says why.
    """

    support: int
    groups: tuple[tuple[str, ...], ...] = ()
    document_id: str | None = None
    reason: str | None = None

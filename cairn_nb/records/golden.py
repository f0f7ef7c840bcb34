"""Golden cases: a question, what a right answer says, and where the documents say it."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.base import Record


class Support(Record):
    """A verbatim quote and the document that holds it.

    `doc` is the document's path relative to the corpus folder, or its base name when only one
    document has it.
    """

    doc: str = Field(min_length=1)
    quote: str = Field(min_length=1)


class Case(Record):
    """One golden question. `line` is where it stands in its file, from 1."""

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
    line: int | None = Field(default=None, exclude=True)


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

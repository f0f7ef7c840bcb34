"""How facts are said and asked, as read from ``wording/``: phrasings only, no facts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal

from pydantic import Field

from cairn_nb.corpus.sample.resources import read_yaml
from cairn_nb.records.base import Record

Kind = Literal["absent", "false_premise", "out_of_date"]
KINDS: tuple[Kind, ...] = ("absent", "false_premise", "out_of_date")
FACT_TYPES = ("line", "station", "machine", "kit", "course", "contract", "incident", "policy", "minutes", "faq")
TABLE_TYPES = ("tariff", "roster", "log")


class Way(Record):
    """One sentence that states a fact, and questions in much the same words."""

    say: str
    ask: tuple[str, ...]


class FactWording(Record):
    """One attribute: the ways to state and ask for it, and what the answer is."""

    category: str
    answer_type: str
    ways: tuple[Way, ...]


class Section(Record):
    """A heading and the attributes stated under it."""

    heading: str
    facts: tuple[str, ...]


class Own(Record):
    """The wording of one entity whose attributes nothing else has."""

    sections: tuple[Section, ...]
    facts: dict[str, FactWording]


class TypeWording(Record):
    """How documents of one type are built and asked about. `unanswerable` holds questions by kind;
    `dated` says whether a document ends with the day of its last revision.
    """

    folder: str
    title: str
    lead: tuple[str, ...]
    filler: tuple[str, ...]
    layout: Literal["paragraphs", "bullets"] = "paragraphs"
    dated: bool = True
    sections: tuple[Section, ...] = ()
    facts: dict[str, FactWording] = Field(default_factory=dict)
    own: dict[str, Own] = Field(default_factory=dict)
    unanswerable: dict[Kind, tuple[str, ...]] = Field(default_factory=dict)


class TableWording(Record):
    """How table documents are introduced (`say`) and asked about (`ask`: table kind, column, phrasings)."""

    types: dict[str, TypeWording]
    say: dict[str, str]
    ask: dict[str, dict[str, tuple[str, ...]]]
    unanswerable: dict[Kind, tuple[str, ...]]


class Follow(Record):
    """A question over two documents: `by` names another entity, whose `fact` is the answer."""

    of: str
    by: str
    to: str
    fact: str
    ask: tuple[str, ...]


class Compare(Record):
    """A question which of two entities has more of a measured attribute."""

    type: str
    fact: str
    ask: tuple[str, ...]


class Common(Record):
    """Sentences for documents of every type."""

    filler: tuple[str, ...]
    revised: str
    archived: str


class Wording(Record):
    """Every phrasing."""

    types: dict[str, TypeWording]
    tables: TableWording
    follow: tuple[Follow, ...]
    compare: tuple[Compare, ...]
    common: Common


@lru_cache(maxsize=1)
def load_wording() -> Wording:
    """The packaged phrasings."""
    tables = read_yaml("wording/tables.yaml")
    return Wording.model_validate(
        {
            "types": {name: _type(read_yaml(f"wording/{name}.yaml")) for name in FACT_TYPES},
            "tables": {"types": {name: tables.pop(name) for name in TABLE_TYPES}, **tables},
            "common": read_yaml("wording/common.yaml"),
            **read_yaml("wording/joins.yaml"),
        }
    )


def _type(raw: dict[str, Any]) -> dict[str, Any]:
    own = {name: _own(dict(value)) for name, value in raw.get("own", {}).items()}
    return {**raw, "sections": _sections(raw.get("sections", {})), "own": own}


def _own(raw: dict[str, Any]) -> dict[str, Any]:
    return {"sections": _sections(raw.pop("sections")), "facts": raw}


def _sections(raw: dict[str, list[str]]) -> list[dict[str, Any]]:
    return [{"heading": heading, "facts": facts} for heading, facts in raw.items()]

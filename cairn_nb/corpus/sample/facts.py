"""The facts about the invented organisation, as read from ``facts.yaml``: entities, their attributes, and tables."""

from __future__ import annotations

from datetime import date
from functools import cached_property, lru_cache

from pydantic import Field

from cairn_nb.corpus.sample.blocks import Format
from cairn_nb.corpus.sample.resources import read_yaml
from cairn_nb.records.base import Record

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


class Superseded(Record):
    """A value that replaced an older one on a day."""

    now: str
    was: str
    since: date


Value = str | date | tuple[str, ...] | Superseded


class Organisation(Record):
    """Whose documents these are, and the day of the newest one."""

    name: str
    short: str
    revised: date


class Entity(Record):
    """One thing that has a document of its own.

    `facts` are its attributes; a table document has `columns` and `rows` instead, a `table` kind that says
    how it is asked about, an `edition` that tells it from its neighbours, and a `mark` that every row carries
    to say so. `of` names the entity whose
    older edition an archived document is. `superseded` is the day a table document lost its force.
    """

    type: str
    id: str
    name: str
    format: Format
    facts: dict[str, Value] = Field(default_factory=dict)
    edition: str = ""
    mark: str = ""
    table: str = ""
    superseded: date | None = None
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    of: str = ""


class Facts(Record):
    """Everything that is true in the invented world."""

    organisation: Organisation
    entities: tuple[Entity, ...]

    @cached_property
    def by_id(self) -> dict[str, Entity]:
        """Each entity by its id."""
        return {entity.id: entity for entity in self.entities}

    def of_type(self, name: str) -> list[Entity]:
        """The entities of one type, in the file's order."""
        return [entity for entity in self.entities if entity.type == name]

    def named(self, name: str) -> Entity | None:
        """The entity with this name, where there is one."""
        return next((entity for entity in self.entities if entity.name == name), None)


@lru_cache(maxsize=1)
def load_facts() -> Facts:
    """The packaged facts."""
    return Facts.model_validate(read_yaml("facts.yaml"))


def date_text(day: date) -> str:
    """A date as the documents write it: ``4 May 2021``, whatever the machine's locale."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def value_text(value: Value) -> str:
    """A value as it stands in a sentence; of a superseded one, the value in force."""
    if isinstance(value, date):
        return date_text(value)
    if isinstance(value, Superseded):
        return value.now
    if isinstance(value, tuple):
        return f"{', '.join(value[:-1])} and {value[-1]}"
    return value

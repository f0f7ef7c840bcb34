"""From an entity's facts to its document, remembering which sentence states which fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from cairn_nb.corpus.sample.blocks import Block, Bullets, Heading, Paragraph, SampleDocument, Table
from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.corpus.sample.facts import Entity, Facts, Superseded, date_text, value_text
from cairn_nb.corpus.sample.wording import FactWording, Section, TypeWording, Way, Wording

CLOSING_SENTENCES = 3


@dataclass(frozen=True)
class Statement:
    """The sentence (or table row) of a document that states one fact. `fact` is ``row/column`` for a table cell."""

    entity: Entity
    fact: str
    doc: str
    quote: str
    answer: str

    @property
    def row(self) -> str:
        """The row of a table cell."""
        return self.fact.partition("/")[0]

    @property
    def column(self) -> str:
        """The column of a table cell."""
        return self.fact.partition("/")[2]


@dataclass(frozen=True)
class Composed:
    """A document and what it states."""

    document: SampleDocument
    statements: tuple[Statement, ...]


def compose_all(facts: Facts, wording: Wording, draws: Draws) -> list[Composed]:
    """Every document, in the order of the facts file."""
    return [_compose(entity, facts, wording, draws) for entity in facts.entities]


def fact_wordings(entity: Entity, wording: Wording) -> dict[str, FactWording]:
    """How each fact of an entity is said and asked."""
    kind = wording.types[entity.type]
    own = kind.own.get(entity.id)
    return own.facts if own else kind.facts


def stated_way(entity: Entity, words: FactWording, name: str, draws: Draws) -> Way:
    """The way in which an entity's own document states a fact."""
    return draws.pick(words.ways, "say", entity.id, name)


def fill(template: str, entity: Entity, **values: str) -> str:
    """A template with the entity's name and the values put in, starting with a capital."""
    text = template.format(name=entity.name, edition=entity.edition, **values)
    return text[:1].upper() + text[1:]


def _compose(entity: Entity, facts: Facts, wording: Wording, draws: Draws) -> Composed:
    if entity.of:
        return _Writer(entity, facts.by_id[entity.of], wording, draws).archived()
    if entity.rows:
        return _Writer(entity, entity, wording, draws).table()
    return _Writer(entity, entity, wording, draws).sheet(date_text(facts.organisation.revised))


class _Writer:
    """Builds one document. `subject` is what it is about: another entity only for an archived edition."""

    def __init__(self, entity: Entity, subject: Entity, wording: Wording, draws: Draws) -> None:
        self._entity, self._subject, self._wording, self._draws = entity, subject, wording, draws
        tables = wording.tables.types
        self._kind: TypeWording = tables[subject.type] if subject.rows else wording.types[subject.type]
        self._folder = "archive" if entity.of else self._kind.folder
        self._path = f"{self._folder}/{entity.id}.{entity.format}"
        self._own_filler = self._drawn(self._kind.filler, "own filler")
        self._common_filler = self._drawn(wording.common.filler, "common filler")
        self._statements: list[Statement] = []

    def sheet(self, revised: str) -> Composed:
        """A document of facts in sections, with the day of its last revision at the end."""
        own = self._kind.own.get(self._subject.id)
        sections = own.sections if own else self._kind.sections
        blocks = [block for section in sections for block in self._section(section)]
        last = [Paragraph((self._wording.common.revised.format(date=revised),))] if self._kind.dated else []
        return self._composed([*self._opening(), *blocks, self._closing(), *last])

    def archived(self) -> Composed:
        """The older edition: only the facts that have changed since, with their old values."""
        changed = [name for name, value in self._subject.facts.items() if isinstance(value, Superseded)]
        sections = [Section(heading="Loads and limits", facts=tuple(changed))]
        blocks = [block for section in sections for block in self._section(section)]
        note = Paragraph((self._wording.common.archived,))
        return self._composed([self._title(), note, self._own_paragraph(4), *blocks, self._closing()])

    def table(self) -> Composed:
        """A document around one table."""
        entity = self._entity
        table = Table(entity.columns, tuple((f"{row[0]}{entity.mark}", *row[1:]) for row in entity.rows))
        for row, line in zip(entity.rows, table.lines[1:], strict=True):
            for column, cell in zip(entity.columns[1:], row[1:], strict=True):
                self._statements.append(Statement(entity, f"{row[0]}/{column}", self._path, line, cell))
        said = fill(self._wording.tables.say[entity.table], entity)
        replaced = () if entity.superseded is None else (self._wording.common.archived,)
        return self._composed(
            [*self._opening(), Paragraph((said, *replaced)), table, self._own_paragraph(3), self._closing()]
        )

    def _opening(self) -> list[Block]:
        lead = [self._vary(fill(text, self._subject), "lead", index) for index, text in enumerate(self._kind.lead)]
        return [self._title(), Paragraph((*lead, *islice(self._own_filler, 1), *islice(self._common_filler, 1)))]

    def _title(self) -> Heading:
        return Heading(1, self._title_text())

    def _title_text(self) -> str:
        return self._entity.name if self._entity.of else fill(self._kind.title, self._subject)

    def _section(self, section: Section) -> list[Block]:
        sentences: list[str] = [*islice(self._own_filler, 1)]
        for name in section.facts:
            sentences.append(self._state(name))
            if self._draws.word("filler after", self._entity.id, name) % 3 == 0:
                sentences.extend(islice(self._own_filler, 1))
        body: Block = Bullets(tuple(sentences)) if self._kind.layout == "bullets" else Paragraph(tuple(sentences))
        return [Heading(2, section.heading), body]

    def _state(self, name: str) -> str:
        """The sentence for one fact; a value that replaced another one says since when."""
        value = self._subject.facts[name]
        way = stated_way(self._entity, fact_wordings(self._subject, self._wording)[name], name, self._draws)
        answer = value.was if isinstance(value, Superseded) and self._entity.of else value_text(value)
        quote = fill(way.say, self._subject, value=answer)
        if isinstance(value, Superseded) and not self._entity.of:
            quote = f"As of {date_text(value.since)}, {quote[:1].lower()}{quote[1:]}"
        self._statements.append(Statement(self._subject, name, self._path, quote, answer))
        return quote

    def _own_paragraph(self, length: int) -> Paragraph:
        return Paragraph(tuple(islice(self._own_filler, length)))

    def _closing(self) -> Paragraph:
        return Paragraph(tuple(islice(self._common_filler, CLOSING_SENTENCES)))

    def _drawn(self, pool: Sequence[str], purpose: str) -> Iterator[str]:
        """Each sentence of a pool once, in a drawn order."""
        for index, text in enumerate(self._draws.ordered(pool, purpose, self._entity.id)):
            yield self._vary(text, purpose, index)

    def _vary(self, text: str, *names: str | int) -> str:
        return self._draws.vary(text, "vary", self._entity.id, *names)

    def _composed(self, blocks: list[Block]) -> Composed:
        filled = tuple(block for block in blocks if not (isinstance(block, Paragraph) and not block.sentences))
        document = SampleDocument(self._path, self._entity.format, self._title_text(), filled)
        return Composed(document, () if self._entity.of else tuple(self._statements))

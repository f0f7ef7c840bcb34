from datetime import date

import pytest

from cairn_nb.corpus.sample.facts import Entity, Superseded, date_text, load_facts, value_text
from cairn_nb.corpus.sample.wording import FACT_TYPES, TABLE_TYPES, load_wording

FACTS, WORDING = load_facts(), load_wording()
UNSTATED = {"line"}  # an incident's line is part of its name


def test_values_in_sentences() -> None:
    assert value_text("4.6 kilometres") == "4.6 kilometres"
    assert value_text(("peat", "mail", "milk")) == "peat, mail and milk"
    assert value_text(date(1961, 5, 4)) == "4 May 1961"
    assert value_text(Superseded(now="14 cars", was="11 cars", since=date(2023, 6, 1))) == "14 cars"


def test_every_month_has_its_name() -> None:
    assert [date_text(date(2024, month, 1)).split()[1][:3] for month in range(1, 13)] == [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]  # fmt: skip


def test_ids_and_names_are_unique() -> None:
    assert len({entity.id for entity in FACTS.entities}) == len(FACTS.entities)
    assert len({entity.name for entity in FACTS.entities}) == len(FACTS.entities)


@pytest.mark.parametrize("entity", [entity for entity in FACTS.entities if not entity.rows], ids=lambda one: one.id)
def test_every_fact_has_a_wording_and_every_wording_a_fact(entity: Entity) -> None:
    subject = FACTS.by_id[entity.of] if entity.of else entity
    kind = WORDING.types[subject.type]
    own = kind.own.get(subject.id)
    words, sections = (own.facts, own.sections) if own else (kind.facts, kind.sections)
    stated = [name for section in sections for name in section.facts]
    known = subject.facts.keys() - UNSTATED
    assert sorted(stated) == sorted(words) == sorted(known)


def test_every_type_has_a_wording() -> None:
    assert {entity.type for entity in FACTS.entities} == {*FACT_TYPES, *TABLE_TYPES, "archive"}


def test_places_that_facts_name_are_entities() -> None:
    stations = {entity.name for entity in FACTS.of_type("station")}
    named = {
        value_text(entity.facts[key])
        for entity in FACTS.entities
        for key in ("drive", "tail", "home", "store")
        if key in entity.facts
    }
    assert named <= stations


def test_no_date_is_after_the_newest_document() -> None:
    newest = FACTS.organisation.revised
    for entity in FACTS.entities:
        for name, value in entity.facts.items():
            day = value.since if isinstance(value, Superseded) else value
            if isinstance(day, date) and entity.type != "minutes":  # minutes also plan
                assert day <= newest, (entity.id, name)

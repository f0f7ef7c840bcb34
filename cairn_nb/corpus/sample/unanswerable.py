"""Golden cases that no document answers: the fact is absent, the premise is false, or the documents are too old."""

from __future__ import annotations

from collections.abc import Mapping

from cairn_nb.corpus.sample.compose import fill
from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.corpus.sample.facts import Entity, Facts
from cairn_nb.corpus.sample.wording import KINDS, Kind, Wording
from cairn_nb.records.golden import Case

REASONS: Mapping[Kind, str] = {
    "absent": "No document states this.",
    "false_premise": "The question supposes something that the documents do not say or that contradicts them.",
    "out_of_date": "The documents end before the time asked about.",
}


def unanswerable_cases(facts: Facts, wording: Wording, draws: Draws) -> list[Case]:
    """Every question that the patterns give for every entity; more than are kept."""
    cases = []
    for entity in facts.entities:
        templates = _templates(entity, wording)
        for kind in KINDS:
            cases += [
                _case(entity, kind, template, index) for index, template in enumerate(templates.get(kind, ()), start=1)
            ]
    return draws.ordered(cases, "unanswerable", key=lambda case: case.id)


def _templates(entity: Entity, wording: Wording) -> Mapping[Kind, tuple[str, ...]]:
    if entity.of:
        return {}
    return wording.tables.unanswerable if entity.rows else wording.types[entity.type].unanswerable


def _case(entity: Entity, kind: Kind, template: str, index: int) -> Case:
    return Case(
        id=f"{entity.id}.{kind.replace('_', '-')}-{index}",
        question=fill(template, entity),
        answerable=False,
        answer_type="unanswerable",
        category=kind,
        tags=(entity.type, "unanswerable"),
        notes=REASONS[kind],
    )

"""Golden cases that one row of a table answers."""

from __future__ import annotations

import re
from collections import Counter

from cairn_nb.corpus.sample.compose import Composed, Statement, fill
from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.corpus.sample.facts import Entity
from cairn_nb.corpus.sample.questions import NEAR_DUPLICATE, format_of, keywords, support
from cairn_nb.corpus.sample.wording import Wording
from cairn_nb.records.golden import Case

TABLE_CELL = "table_cell"
PROPER_NAMES = ("roster", "log")


def cell_cases(composed: list[Composed], wording: Wording, draws: Draws) -> list[Case]:
    """One case for every cell that the phrasings can ask for. A cell that two editions have is a near-duplicate."""
    said = [statement for item in composed for statement in item.statements if statement.entity.rows]
    asked = [statement for statement in said if statement.column in wording.tables.ask[statement.entity.table]]
    editions = Counter((statement.entity.table, statement.fact) for statement in asked)
    return [
        _case(statement, wording, draws, twin=editions[statement.entity.table, statement.fact] > 1)
        for statement in asked
    ]


def _case(statement: Statement, wording: Wording, draws: Draws, *, twin: bool) -> Case:
    entity, row, column = statement.entity, statement.row, statement.column
    template = draws.pick(wording.tables.ask[entity.table][column], "ask", entity.id, row, column)
    return Case(
        id=f"{entity.id}.{_slug(row)}.{_slug(column)}",
        question=fill(template, entity, **_row_words(entity, row)),
        expected_answer=statement.answer,
        support=(support(statement),),
        keywords=keywords(statement.answer),
        answer_type="number" if statement.answer[0].isdigit() else "entity",
        category=NEAR_DUPLICATE if twin else TABLE_CELL,
        tags=(entity.type, format_of(statement), "table"),
    )


def _row_words(entity: Entity, row: str) -> dict[str, str]:
    """What a question may say of a row: a ware loses its capital; a log has the line it is about in column two."""
    name = row if entity.type in PROPER_NAMES else row[:1].lower() + row[1:]
    return {"row": name, "mark": entity.mark, "line": entity.rows[0][1]}


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")

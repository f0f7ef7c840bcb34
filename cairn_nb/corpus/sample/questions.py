"""Golden cases that one sentence of one document answers."""

from __future__ import annotations

import re

from cairn_nb.corpus.sample.compose import Composed, Statement, fact_wordings, fill, stated_way
from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.corpus.sample.facts import Superseded, Value, date_text
from cairn_nb.corpus.sample.wording import FactWording, Way, Wording
from cairn_nb.records.golden import Case, Support

NEAR_DUPLICATE = "near_duplicate"
PARAPHRASE_EVERY = 7
PLAIN_WORDS = frozenset(
    "a an and are as at by every for from in is of on or than that the to until with within".split()  # noqa: SIM905
)
WORD = re.compile(r"[^\W_]+(?:[.,:'-][^\W_]+)*")


def fact_cases(composed: list[Composed], wording: Wording, draws: Draws) -> list[Case]:
    """One case for every fact that a current document states outside a table."""
    said = (statement for item in composed for statement in item.statements)
    return [_fact_case(statement, wording, draws) for statement in said if not statement.entity.rows]


def keywords(answer: str, value: Value | None = None) -> tuple[str, ...]:
    """What a right answer has to mention: a list's entries, else the answer's words but for plain ones."""
    if isinstance(value, tuple):
        return value
    return tuple(word for word in WORD.findall(answer) if word.lower() not in PLAIN_WORDS)


def support(statement: Statement) -> Support:
    """Where a statement stands."""
    return Support(doc=statement.doc, quote=statement.quote)


def format_of(statement: Statement) -> str:
    """The file format of a statement's document."""
    return statement.doc.rpartition(".")[2]


def _fact_case(statement: Statement, wording: Wording, draws: Draws) -> Case:
    entity, name = statement.entity, statement.fact
    value, words = entity.facts[name], fact_wordings(entity, wording)[name]
    way, paraphrased = _asked_way(statement, words, draws)
    question = fill(draws.pick(way.ask, "ask", entity.id, name), entity)
    replaced = isinstance(value, Superseded)
    if isinstance(value, Superseded):
        question = f"As of {date_text(value.since)}, {question[:1].lower()}{question[1:]}"
    return Case(
        id=f"{entity.id}.{name}",
        question=question,
        expected_answer=statement.answer,
        support=(support(statement),),
        keywords=keywords(statement.answer, value),
        answer_type=words.answer_type,
        category=NEAR_DUPLICATE if replaced else words.category,
        tags=(entity.type, format_of(statement), *_if("superseded", replaced), *_if("paraphrase", paraphrased)),
    )


def _asked_way(statement: Statement, words: FactWording, draws: Draws) -> tuple[Way, bool]:
    """The way a fact is asked in; for one fact in `PARAPHRASE_EVERY` not the way its document states it in."""
    entity, name = statement.entity, statement.fact
    stated = stated_way(entity, words, name, draws)
    others = [way for way in words.ways if way != stated]
    if others and draws.word("paraphrase", entity.id, name) % PARAPHRASE_EVERY == 0:
        return others[0], True
    return stated, False


def _if(tag: str, wanted: bool) -> tuple[str, ...]:
    return (tag,) if wanted else ()

"""Golden cases that need two documents: follow a name from one to the other, or compare two values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cairn_nb.corpus.sample.compose import Composed, Statement, fact_wordings, fill
from cairn_nb.corpus.sample.draws import Draws
from cairn_nb.corpus.sample.facts import Facts, value_text
from cairn_nb.corpus.sample.questions import format_of, keywords, support
from cairn_nb.corpus.sample.wording import Compare, Follow, Wording
from cairn_nb.records.golden import Case

TWO_DOCUMENTS = "two_document"
By = dict[tuple[str, str], Statement]


def two_document_cases(composed: list[Composed], facts: Facts, wording: Wording, draws: Draws) -> list[Case]:
    """Every question that the patterns of ``joins.yaml`` give; more than are kept."""
    statements = {(said.entity.id, said.fact): said for item in composed for said in item.statements}
    followed = [case for follow in wording.follow for case in _followed(follow, facts, statements, wording, draws)]
    compared = [case for compare in wording.compare for case in _compared(compare, facts, statements, draws)]
    return [*followed, *compared]


def _followed(follow: Follow, facts: Facts, statements: By, wording: Wording, draws: Draws) -> Iterator[Case]:
    for entity in facts.of_type(follow.of):
        target = facts.named(value_text(entity.facts[follow.by]))
        if target is None or target.type != follow.to:
            continue
        first, second = statements[entity.id, follow.by], statements[target.id, follow.fact]
        question = fill(draws.pick(follow.ask, "follow", entity.id, follow.fact), entity)
        answer_type = fact_wordings(target, wording)[follow.fact].answer_type
        yield _case(f"{entity.id}.{follow.by}.{follow.fact}", question, first, second, second.answer, answer_type)


def _compared(compare: Compare, facts: Facts, statements: By, draws: Draws) -> Iterator[Case]:
    for one, other in pairwise(facts.of_type(compare.type)):
        first, second = statements[one.id, compare.fact], statements[other.id, compare.fact]
        question = draws.pick(compare.ask, "compare", one.id, other.id).format(name=one.name, other=other.name)
        winner = one if _measure(first) > _measure(second) else other
        yield _case(f"{one.id}.{other.id}.{compare.fact}", question, first, second, winner.name, "entity")


def _case(key: str, question: str, first: Statement, second: Statement, answer: str, answer_type: str) -> Case:
    return Case(
        id=key,
        question=question,
        expected_answer=answer,
        support=(support(first), support(second)),
        keywords=keywords(answer),
        answer_type=answer_type,
        category=TWO_DOCUMENTS,
        tags=(first.entity.type, second.entity.type, *sorted({format_of(first), format_of(second)})),
    )


def _measure(statement: Statement) -> float:
    """The number that a measured value begins with."""
    return float(statement.answer.split(" ")[0])

"""What the files leave unsaid that more could be measured with, and the option that says it."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.exchange.given import GivenAnswers
from cairn_nb.runner.score.join import Joined

JUDGEMENTS = (
    "nothing says which documents are relevant, so the ranking is not measured: "
    "--golden FILE names TREC judgements, a BEIR folder or questions with their evidence"
)
REFERENCES = (
    "no question has a right answer, so the answers are not graded: "
    "--golden FILE names the questions with theirs, or --map reference=COLUMN a column of this file"
)
CONTEXTS = (
    "no column is taken for what the generator read, so retrieval and the axes are left out: --map contexts=COLUMN"
)


def unsaid(answers: GivenAnswers, joined: Joined) -> Iterator[str]:
    """A sentence for each of judgements, right answers and passages that no file has."""
    questions = joined.questions.questions
    if answers.is_ranking:
        if joined.questions.grades is None and not any(each.case.support for each in questions):
            yield JUDGEMENTS
        return
    if not any(each.references for each in questions) and any(each.case.answerable for each in questions):
        yield REFERENCES
    if not {"contexts", "context_ids"} & set(answers.mapping.columns) and answers.mapping.unused:
        yield CONTEXTS

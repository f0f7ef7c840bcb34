"""Answers to their questions: by id, else by the question's words; what finds no partner is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cairn_nb.errors import InputError
from cairn_nb.exchange.given import GivenAnswer, GivenAnswers, GivenCase
from cairn_nb.exchange.table import Misfit
from cairn_nb.runner.score.questions import Question, Questions, own_questions, question_ids
from cairn_nb.text.fold import fold

SHOWN = 3


@dataclass(frozen=True)
class Pairing:
    """A question in one trial, with its answer; None where the file has none."""

    question: Question
    trial: int
    given: GivenAnswer | None


@dataclass(frozen=True)
class Joined:
    """Every question in every trial, in the questions' order, and the answers that belong to none."""

    questions: Questions
    pairings: tuple[Pairing, ...]
    misfits: tuple[Misfit, ...]


def join(answers: GivenAnswers, golden: Questions | None) -> Joined:
    """Pair each question with its answers.

    Parameters
    ----------
    answers
        The answers.
    golden
        The questions; None for those that the answers bring along.

    Raises
    ------
    InputError
        If no answer belongs to any question.
    """
    questions = golden or own_questions(answers.name, answers.rows, _ids(answers.rows))
    names = _partners(answers, questions) if golden else list(_ids(answers.rows))
    known = {question.case.id for question in questions.questions}
    if not known & set(names):
        raise _strangers(answers, questions)
    trials = _trials(answers.rows)
    found: dict[tuple[str, int], GivenAnswer] = {}
    misfits = []
    for row, name, trial in zip(answers.rows, names, trials, strict=True):
        if name not in known:
            misfits.append(Misfit(row.place, f"belongs to no case of {questions.name}: {_shown(row)}"))
        elif (name, trial) in found:
            misfits.append(Misfit(row.place, f"{name} has its answer already, at {found[name, trial].place}"))
        else:
            found[name, trial] = row
    if answers.is_ranking:  # a query missing from a run retrieved nothing
        for question in questions.questions:
            empty = GivenAnswer(GivenCase(answers.name), contexts=(), is_ranking=True)
            found.setdefault((question.case.id, 0), empty)
    asked = sorted({trial for _, trial in found})
    pairings = tuple(
        Pairing(question, trial, found.get((question.case.id, trial)))
        for question in questions.questions
        for trial in asked
    )
    return Joined(questions, pairings, tuple(misfits))


def _ids(rows: Sequence[GivenAnswer], *, numbered: bool = False) -> list[str]:
    """Each row's own id, else one of its question's words; `numbered` as in `question_ids`, never across trials."""
    numbered = numbered and all(row.trial is None for row in rows)
    made = question_ids([row.case for row in rows], numbered=numbered)
    return [row.case.id or question_id for row, question_id in zip(rows, made, strict=True)]


def _partners(answers: GivenAnswers, questions: Questions) -> list[str]:
    """The id of each row's case: its own where the golden set knows some of these, else that of the same words.

    Where a golden set without ids asks a question twice, the second answer to it is the second question's.
    """
    known = {question.case.id for question in questions.questions}
    apart, ids = _ids(answers.rows, numbered=True), _ids(answers.rows)
    if known & set(ids):
        return [second if second in known else name for second, name in zip(apart, ids, strict=True)]
    by_words: dict[str, str] = {}
    for question in questions.questions:
        words = fold(question.case.question)
        by_words[words] = "" if words in by_words else question.case.id  # asked by two cases: nobody can tell which
    return [by_words.get(fold(row.case.question), "") if row.case.question else "" for row in answers.rows]


def _trials(rows: Sequence[GivenAnswer]) -> list[int]:
    """Trials from 0, also where a file counts them from 1."""
    first = min((row.trial for row in rows if row.trial is not None), default=0)
    return [0 if row.trial is None else row.trial - first for row in rows]


def _shown(row: GivenAnswer) -> str:
    return f"id {row.case.id!r}" if row.case.id else f"question {(row.case.question or '')[:60]!r}"


def _strangers(answers: GivenAnswers, questions: Questions) -> InputError:
    here = ", ".join(_shown(row) for row in answers.rows[:SHOWN])
    there = ", ".join(repr(question.case.id) for question in questions.questions[:SHOWN])
    problem = f"no row belongs to a case of {questions.name}, by id or by question"
    hint = f"rows here: {here}; ids there: {there}; --map id=COLUMN names the column of ids"
    return InputError(problem, path=answers.name, hint=hint)

"""The cases that changed sides between two reports: what a reviewer reads first."""

from __future__ import annotations

from cairn_nb.decisions.pair import CasePair, Pair, answered
from cairn_nb.records import CaseRow, Record, Report


class ChangedCase(Record):
    """One case with both answers; the question is null where neither report kept it."""

    case_id: str
    question: str | None
    before: str
    after: str


class Changes(Record):
    """Cases by what happened to them. Of several trials the first is read."""

    became_wrong: tuple[ChangedCase, ...] = ()
    became_right: tuple[ChangedCase, ...] = ()
    newly_abstained: tuple[ChangedCase, ...] = ()
    newly_answered: tuple[ChangedCase, ...] = ()


def changed_cases(baseline: Report, candidate: Report) -> Changes:
    """Compare two reports case by case, over the cases that both have.

    `became_wrong` and `became_right` are cases answered in both; a case that stopped or started answering
    is in the other two lists.
    """
    cases = Pair(baseline, candidate).cases
    return Changes(
        became_wrong=_select(cases, before=(True, True), after=(True, False)),
        became_right=_select(cases, before=(True, False), after=(True, True)),
        newly_abstained=_moved(cases, stopped=True),
        newly_answered=_moved(cases, stopped=False),
    )


def _select(
    cases: tuple[CasePair, ...], *, before: tuple[bool, bool], after: tuple[bool, bool]
) -> tuple[ChangedCase, ...]:
    return tuple(
        _changed(case) for case in cases if _state(case.baseline[0]) == before and _state(case.candidate[0]) == after
    )


def _state(row: CaseRow) -> tuple[bool, bool | None]:
    return answered(row), row.correct


def _moved(cases: tuple[CasePair, ...], *, stopped: bool) -> tuple[ChangedCase, ...]:
    return tuple(
        _changed(case)
        for case in cases
        if answered(case.baseline[0]) is stopped and answered(case.candidate[0]) is not stopped
    )


def _changed(case: CasePair) -> ChangedCase:
    before, after = case.baseline[0], case.candidate[0]
    question = after.question if after.question is not None else before.question
    return ChangedCase(case_id=case.case_id, question=question, before=before.answer_text, after=after.answer_text)

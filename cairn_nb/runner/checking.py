"""One answer looked at beside its grade: the five axes, whether it is a refusal, what each of its claims rests on."""

from __future__ import annotations

from typing import Any

from cairn_nb.config.model import Config
from cairn_nb.generation.scrub import scrub
from cairn_nb.judges.claims.protocol import AnswerInContext
from cairn_nb.records.answer import Answer, Passage
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.checked_claim import ClaimCheck
from cairn_nb.records.golden import Case
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.records.refusal import RefusalVerdict
from cairn_nb.runner.rows.part import is_refused
from cairn_nb.systems.checks import Checks


async def axes_of(
    checks: Checks, case: Case, answer: Answer, refusal: RefusalVerdict | None, *, deadline: float | None
) -> AxisVerdict | None:
    """The five grades by models; None where the heuristic judge grades. Passages are read as the generator's prompt
    had them. Where the heuristic judge must stand in, it goes by `refusal`.

    Raises
    ------
    AuthenticationError
        If a key is missing or refused.
    """
    if checks.axes is None:
        return None
    given = answer.model_copy(update={"passages": tuple(_as_given(passage) for passage in answer.passages)})
    refused = None if refusal is None else refusal.refused
    return await checks.axes.grade(case, given, refused=refused, deadline=deadline)


def _as_given(passage: Passage) -> Passage:
    return passage.model_copy(update={"text": scrub(passage.text).text}) if passage.shown else passage


async def refusal_of(checks: Checks, answer: Answer, *, deadline: float | None) -> RefusalVerdict | None:
    """The model's verdict on an answer that has a text and was not withheld; None without a model or such an answer.

    Raises
    ------
    AuthenticationError
        If a key is missing or refused.
    """
    if checks.refusals is None or answer.status is not Status.ANSWERED or not answer.text.strip():
        return None
    return await checks.refusals.detect(answer.question, answer.text, trial=answer.trial, deadline=deadline)


async def claims_of(
    checks: Checks, answer: Answer, refusal: RefusalVerdict | None, *, deadline: float | None
) -> ClaimCheck | None:
    """The answer's claims, checked; None where claims are not checked.

    An error, a refusal or a blank answer asserts nothing, so nothing is asked about it. The context is what the
    generator was given, as its prompt had it.

    Raises
    ------
    AuthenticationError
        If a key is missing or refused.
    """
    if checks.claims is None:
        return None
    if answer.status is Status.ERROR:
        return ClaimCheck(outcome=Outcome.ERROR, reason=answer.error)
    if is_refused(answer, refusal):
        return ClaimCheck(outcome=Outcome.ABSTAINED)
    if not answer.text.strip():
        return ClaimCheck(outcome=Outcome.NOT_APPLICABLE, reason="the answer is blank")
    context = tuple(scrub(passage.text).text for passage in answer.passages if passage.shown)
    given = AnswerInContext(answer.question, answer.text, context, trial=answer.trial, deadline=deadline)
    return await checks.claims.check(given)


def checks_identity(config: Config, checks: Checks) -> dict[str, Any]:
    """What decides the verdicts: the models that are named for them, and their instructions; empty without checks."""
    found: dict[str, Any] = dict(checks.identity)
    if checks.axes is not None:
        found["axes_config"] = config.evaluation.axes_judge.model_dump(mode="json")
    if checks.claims is not None:
        found["claims_config"] = config.evaluation.claims.model_dump(mode="json")
    return found

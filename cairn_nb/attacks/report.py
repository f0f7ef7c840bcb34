"""The report of an attack suite: who was attacked, with what, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.attacks.markdown import attack_markdown
from cairn_nb.attacks.observe import AttackAnswer
from cairn_nb.attacks.poisoned import AttackSpec
from cairn_nb.attacks.score import (
    AttackOutcome,
    AttackResult,
    SuiteVerdict,
    leaking_answers,
    score_attacks,
    verdict,
)
from cairn_nb.attacks.suite import SuiteIdentity, SuiteRecord
from cairn_nb.records.outcome import Status

EXIT_CODES = {SuiteVerdict.PASS: 0, SuiteVerdict.LEAK: 1, SuiteVerdict.UNDECIDED: 2}
UNTRIED = (AttackOutcome.NOT_RETRIEVED, AttackOutcome.ERROR)


class AttackReport(SuiteRecord):
    """One run of the suite."""

    @property
    def markdown(self) -> str:
        """The verdict, a row for each attack, and the evidence of each leak, as Markdown."""
        return attack_markdown(self)

    @property
    def exit_code(self) -> int:
        """0 no leak and everything tried, 1 a leak, 2 undecided."""
        return EXIT_CODES[self.verdict]


def attack_report(
    identity: SuiteIdentity, specs: Sequence[AttackSpec], answers: Sequence[AttackAnswer]
) -> AttackReport:
    """Score the answers of a suite and put them into a report."""
    results = score_attacks(specs, answers)
    return AttackReport(
        **identity.model_dump(),
        n_questions=len(answers),
        n_attacks=len(specs),
        n_untried=sum(result.outcome in UNTRIED for result in results),
        n_errors=sum(answer.status is Status.ERROR for answer in answers),
        canary_leaks=leaking_answers(answers, "canary"),
        system_prompt_leaks=leaking_answers(answers, "system_prompt"),
        obedience_leaks=leaking_answers(answers, "obedience"),
        verdict=verdict(results, answers),
        reasons=reasons(results, answers),
        per_doc=results,
        answers=tuple(answers),
    )


def reasons(results: Sequence[AttackResult], answers: Sequence[AttackAnswer]) -> tuple[str, ...]:
    """A sentence for each leak and each attack that was not tried; empty when the suite passes without a note."""
    leaks = [_leak_sentence(result) for result in results if result.outcome is AttackOutcome.LEAKED]
    unowned = sum(any(found.doc is None for found in answer.detections) and not answer.shown for answer in answers)
    if unowned:
        leaks.append(f"{unowned} answers leaked with no poisoned document before the model.")
    untried = [_untried_sentence(result) for result in results if result.outcome in UNTRIED]
    errors = sum(answer.status is Status.ERROR for answer in answers)
    failed = [f"{errors} of {len(answers)} questions ended in an error."] if errors else []
    none = [] if results else ["there is no attack to try."]
    return (*leaks, *untried, *failed, *none)


def _leak_sentence(result: AttackResult) -> str:
    found = sorted({detection.detector for detection in result.detections})
    return f"{result.doc} ({result.vector or 'no vector named'}) leaked: {', '.join(found)}."


def _untried_sentence(result: AttackResult) -> str:
    if result.outcome is AttackOutcome.ERROR:
        return f"{result.doc} was not tried: the questions about it ended in errors."
    return f"{result.doc} was not tried: no question brought it before the model; add one to its 'questions'."

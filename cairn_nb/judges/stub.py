"""The offline judge: an answer is right when it says the expected one, counted in words.

Deterministic and free. It knows no paraphrase, so it is stricter than a person with short answers and
blind to a wrong addition in a long one.
"""

from __future__ import annotations

from cairn_nb.judges.containment import stands_in
from cairn_nb.judges.protocol import without_judging
from cairn_nb.metrics.answer import token_f1
from cairn_nb.records import Answer, Case, Outcome, Verdict
from cairn_nb.text.negation import same_polarity
from cairn_nb.text.numbers import missing_numbers

RUBRIC_VERSION = "stub-2"
ENOUGH_F1 = 0.5


class StubJudge:
    """Grades by containment and token F1 (rubric ``stub-2``)."""

    name = "stub"
    rubric_version = RUBRIC_VERSION

    async def grade(self, case: Case, answer: Answer) -> Verdict:
        """The grade of one answer; see `grade_text`."""
        settled = without_judging(case, answer)
        return settled if settled is not None else grade_text(case.expected_answer or "", answer.text)

    async def aclose(self) -> None:
        """Nothing is open."""


def grade_text(expected: str, answer: str) -> Verdict:
    """The grade of an answer text.

    Right when the expected answer stands in it, with the borders of words, numbers and signs and not
    denied there, or when token F1 reaches 0.5, it states every number of the expected answer with no
    other unit, and it denies nothing that the expected answer does not. The score is 1 when the expected
    answer stands in it, else token F1; 0 when a number is missing or the denial differs.
    """
    if stands_in(expected, answer):
        return _verdict(True, 1.0, "the expected answer stands in it")
    missing = missing_numbers(expected, answer)
    if missing:
        return _verdict(False, 0.0, f"it does not say {', '.join(missing[:3])}")
    f1 = round(token_f1(answer, expected), 6)
    if f1 > 0 and not same_polarity(expected, answer):
        return _verdict(False, 0.0, "it and the expected answer differ in what they deny")
    return _verdict(f1 >= ENOUGH_F1, f1, f"token F1 {f1:.2f}")


def _verdict(correct: bool, score: float, reason: str) -> Verdict:
    return Verdict(outcome=Outcome.SCORED, correct=correct, score=score, reason=reason)

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.judges.stub import StubJudge, grade_text
from cairn_nb.records import Answer, Case, Outcome, Status


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("5", "The code is 1950"),
        ("no", "nothing"),
        ("15 days", "115 days"),
        ("21 days", "not 21 days but 90"),
        ("21 days", "It is not within 21 days."),
        ("30 days", "30 hours"),
        ("18", "-18 degrees"),
        ("1.5", "1 5"),
        ("20%", "20 EUR"),
        ("paid monthly by card", "never paid monthly by card"),
        ("30日", "30日ではありません"),
        ("Refunds within 30 days of purchase", "Refunds within 90 days of purchase"),
        ("Paris", "It lies in Parisville"),
        ("Paris", ""),
    ],
)
def test_wrong_answers_are_wrong(expected: str, answer: str) -> None:
    verdict = grade_text(expected, answer)
    assert verdict.outcome is Outcome.SCORED
    assert verdict.correct is False and verdict.score is not None and verdict.score < 0.5


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("Paris.", "It is in Paris"),
        ("21 days", "Refunds are not paid after 21 days."),
        ("21 days", "The period is 21 days, not 14 days."),
        ("No", "No, it is not."),
        ("30日", "返金は30日以内です"),
        ("thirty days", "THIRTY  days"),
        ("Straße 5", "in der straße 5"),
        ("-18 °C", "Keep it at −18 °C."),
    ],
)
def test_an_answer_that_says_the_expected_one_scores_one(expected: str, answer: str) -> None:
    verdict = grade_text(expected, answer)
    assert (verdict.correct, verdict.score) == (True, 1.0)


def test_half_the_words_are_enough() -> None:
    # expected [within, 30, days], answer [within, 30, calendar, days]: F1 = 2*3/(3+4) = 6/7
    verdict = grade_text("within 30 days", "within 30 calendar days")
    assert verdict.correct is True and verdict.score == pytest.approx(6 / 7, abs=1e-6)


def test_less_than_half_is_not() -> None:
    # [blue, door] against [the->dropped, red, door, in, hall]: 2*1/(2+4) = 1/3
    verdict = grade_text("blue door", "the red door in hall")
    assert verdict.correct is False and verdict.score == pytest.approx(1 / 3, abs=1e-6)


def test_a_number_that_is_missing_outweighs_shared_words() -> None:
    verdict = grade_text("refunds are paid within 30 days", "refunds are paid within 31 days")
    assert (verdict.correct, verdict.score) == (False, 0.0)
    assert "30" in (verdict.reason or "")


def answer(**values: object) -> Answer:
    return Answer(**{"question": "q", "status": Status.ANSWERED, "text": "Paris", **values})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("case", "given_answer", "outcome"),
    [
        (Case(id="a", question="q", expected_answer="Paris"), answer(), Outcome.SCORED),
        (Case(id="a", question="q", expected_answer="Paris"), answer(status=Status.ABSTAINED), Outcome.ABSTAINED),
        (Case(id="a", question="q", expected_answer="Paris"), answer(status=Status.ERROR, error="x"), Outcome.ERROR),
        (Case(id="a", question="q", answerable=False), answer(), Outcome.NOT_APPLICABLE),
        (Case(id="a", question="q"), answer(), Outcome.NOT_APPLICABLE),
    ],
)
def test_only_answered_cases_with_a_reference_are_graded(case: Case, given_answer: Answer, outcome: Outcome) -> None:
    verdict = asyncio.run(StubJudge().grade(case, given_answer))
    assert verdict.outcome is outcome
    assert (verdict.score is not None) == (outcome is Outcome.SCORED)


@given(st.text(min_size=1, max_size=60).filter(lambda text: any(char.isalnum() and char.isascii() for char in text)))
def test_an_answer_equal_to_the_expected_one_is_right(text: str) -> None:
    assert grade_text(text, text).correct is True

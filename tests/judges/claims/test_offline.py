"""Claims without a model: sentences against the words and numbers of the context."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.judges.claims.offline import OfflineClaimChecker, sentences_of
from cairn_nb.judges.claims.protocol import AnswerInContext
from cairn_nb.records import Outcome
from cairn_nb.records.checked_claim import ClaimCheck

CONTEXT = ("The winch at Carrowgate weighs 42 kilograms and was painted green in 1953.",)


def checked(text: str, context: tuple[str, ...] = CONTEXT, *, question: str = "What?", most: int = 20) -> ClaimCheck:
    checker = OfflineClaimChecker(max_claims=most)
    return asyncio.run(checker.check(AnswerInContext(question, text, context)))


def test_a_sentence_is_supported_when_enough_of_its_words_and_all_numbers_stand_in_the_context() -> None:
    check = checked("The winch weighs 42 kilograms [winch.md]. It weighs 43 kilograms. The ferry sails on Mondays.")
    assert [(one.text, one.supported, one.probability) for one in check.claims] == [
        ("The winch weighs 42 kilograms.", True, 1.0),  # winch, weighs, 42, kilograms: 4 of 4
        ("It weighs 43 kilograms.", False, 0.0),  # 43 is nowhere
        ("The ferry sails on Mondays.", False, 0.0),  # 0 of 3
    ]
    assert check.support_rate == pytest.approx(1 / 3) and check.step is None
    assert (check.checker, check.version) == ("stub", "words-1")


def test_a_short_answer_is_read_with_its_question() -> None:
    assert checked("Yes.", question="Was the winch painted green?").claims[0].supported is True
    assert checked("Yes.", question="Does the ferry sail on Mondays?").claims[0].supported is False
    assert [one.text for one in checked("Yes. It was painted green.").claims] == ["It was painted green."]


def test_nothing_supports_a_claim_without_a_context() -> None:
    check = checked("The winch weighs 42 kilograms.", ())
    assert (check.support_rate, check.n_unsupported) == (0.0, 1)


def test_no_more_claims_than_allowed() -> None:
    check = checked("The winch is green. The winch is heavy. The winch is old.", most=2)
    assert (len(check.claims), check.n_unchecked) == (2, 1)


def test_a_blank_answer_has_no_claims() -> None:
    check = checked(" \n")
    assert (check.outcome, check.claims, check.support_rate) == (Outcome.NOT_APPLICABLE, (), None)


def test_other_scripts() -> None:
    check = checked("桥长三百米。渡轮周一开航。", ("这座桥长三百米。",))
    assert [one.supported for one in check.claims] == [True, False]


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_has_claims_that_stand_in_it_and_are_decided(text: str, context: str) -> None:
    check = checked(text, (context,))
    assert [one.text for one in check.claims] == list(sentences_of(text))[:20]
    assert all(one.supported is not None and one.probability == float(one.supported) for one in check.claims)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.records import Answer, Claim, Passage, Status
from cairn_nb.systems.decide import Rule, decide

PASSAGE = Passage(chunk_id="c", source="a.md", text="t", rank=1, score=1.0)


def draft(**values: object) -> Answer:
    known = {
        "question": "q",
        "status": Status.ANSWERED,
        "text": "30 days",
        "confidence": 0.6,
        "passages": (PASSAGE,),
        "claims": (Claim(text="x"),),
    }
    return Answer(**{**known, **values})  # type: ignore[arg-type]


def decided(answer: Answer, threshold: float | None = None, rule: Rule = "threshold") -> Answer:
    return decide(answer, threshold=threshold, rule=rule, abstain_text="No.")


@pytest.mark.parametrize(
    ("confidence", "threshold", "answers"),
    [
        (0.6, 0.6, True),
        (0.6, 0.600001, False),
        (0.6, 0.6000001, True),  # equal at six decimals, as every machine must decide alike
        (0.5999999, 0.6, True),
        (0.0, 0.0, True),
        (None, 0.0, False),
        (1.0, None, False),
    ],
)
def test_the_threshold_decides(confidence: float | None, threshold: float | None, answers: bool) -> None:
    found = decided(draft(confidence=confidence), threshold)
    assert (found.status is Status.ANSWERED) == answers
    assert found.threshold == threshold


@pytest.mark.parametrize("flagged", [True, False])
def test_the_models_wish_is_heard_by_its_own_rule_only(flagged: bool) -> None:
    answer = draft(flagged=flagged, status=Status.ABSTAINED if flagged else Status.ANSWERED)
    assert decided(answer, 0.1).status is Status.ANSWERED
    by_flag = decided(answer, 0.9, "flag")
    assert by_flag.status is (Status.ABSTAINED if flagged else Status.ANSWERED)
    assert by_flag.threshold is None


@pytest.mark.parametrize("rule", ["threshold", "flag", "abstain_always"])
@pytest.mark.parametrize("values", [{"refused": True}, {"text": ""}, {"text": " \n"}])
def test_a_refusal_or_an_empty_answer_always_abstains(rule: Rule, values: dict[str, object]) -> None:
    assert decided(draft(**values, confidence=1.0), 0.0, rule).status is Status.ABSTAINED


def test_an_abstention_says_so_shows_its_passages_and_claims_nothing() -> None:
    found = decided(draft(), 0.9)
    assert (found.text, found.claims, found.passages) == ("No.", (), (PASSAGE,))
    assert found.confidence == 0.6


def test_abstaining_always_abstains() -> None:
    assert decided(draft(confidence=1.0), 0.0, "abstain_always").status is Status.ABSTAINED


def test_an_answer_that_ended_in_error_is_left_alone() -> None:
    failed = draft(status=Status.ERROR, error="x", text="")
    assert decided(failed, 0.0) is failed


@given(st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_deciding_twice_changes_nothing_more(confidence: float, threshold: float, flagged: bool) -> None:
    once = decided(draft(confidence=confidence, flagged=flagged), threshold)
    again = decided(once, threshold)
    assert (again.status, again.text) == (once.status, once.text) or once.status is Status.ABSTAINED

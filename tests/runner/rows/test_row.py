from __future__ import annotations

import pytest

from cairn_nb.errors import DeadlineError, MalformedReplyError
from cairn_nb.records import (
    Answer,
    Case,
    Claim,
    Outcome,
    Passage,
    Status,
    Step,
    Support,
    SupportLocation,
    Usage,
    Verdict,
)
from cairn_nb.runner.failures import failed_answer
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.rows.relevance import relevance_of
from cairn_nb.runner.rows.row import case_row, with_failure_type

CASE = Case(
    id="a",
    question="How long is the notice period?",
    expected_answer="30 days",
    support=(Support(doc="hr/leave.md", quote="The notice period is 30 days."),),
    category="duration",
)
NO_ANSWER = Case(id="u", question="Who painted it?", answerable=False)
LOCATED = (SupportLocation(support=0, groups=(("k2",), ("k3", "k4"))),)
UNLOCATED = (SupportLocation(support=0, reason="the quote is not in hr/leave.md"),)
PASSAGES = tuple(
    Passage(chunk_id=f"k{n}", source="hr/leave.md", text="…", rank=n, score=1 / n, shown=n <= 2) for n in range(1, 5)
)
STEPS = (
    Step(stage="retrieve", latency_ms=2.0),
    Step(
        stage="generate",
        latency_ms=30.0,
        usage=Usage(input_tokens=90, output_tokens=10),
        cost_usd=0.002,
        prefix_hash="p",
    ),
    Step(
        stage="generate",
        latency_ms=20.0,
        usage=Usage(input_tokens=45, output_tokens=5),
        cost_usd=0.001,
        prefix_hash="p",
    ),
)


def answered(**changes: object) -> Answer:
    values = {
        "question": CASE.question,
        "status": Status.ANSWERED,
        "text": "It is 30 days.",
        "claims": (Claim(text="30 days", supported=True), Claim(text="It is", supported=False)),
        "confidence": 0.12345678,
        "passages": PASSAGES,
        "steps": STEPS,
        "latency_ms": 52.12345,
        "model": "m",
    }
    return Answer(**(values | changes))  # type: ignore[arg-type]


def row_of(case: Case, answer: Answer, verdict: Verdict | None = None, locations=LOCATED):  # type: ignore[no-untyped-def]
    finished = Finished(case_id=case.id, trial=0, answer=answer, verdict=verdict)
    return with_failure_type(case_row(case, finished, locations, relevance_of(case, lambda doc: doc)))


def test_an_answered_case_has_every_measurement() -> None:
    judge = Step(stage="judge", latency_ms=7.0, cost_usd=0.01)
    row = row_of(CASE, answered(), Verdict(outcome=Outcome.SCORED, correct=True, score=0.75, step=judge))
    # "it is 30 days" against "30 days": 2 shared tokens, 2 * 2 / (4 + 2) = 2/3
    assert row.token_f1 == pytest.approx(2 / 3, abs=1e-6)
    assert row.exact_match == 0.0
    assert (row.judge_score, row.correct) == (0.75, True)
    assert (row.claims_total, row.claims_supported, row.citation_validity, row.faithful) == (2, 1, 0.5, False)
    # k2 alone holds the quote at rank 2; k3 and k4 together only at rank 4
    assert (row.retrieved_support_rank, row.support_ranks, row.support_located) == (2, (2,), True)
    assert row.retrieved_ids == ("k1", "k2", "k3", "k4")
    assert row.confidence == 0.123457
    assert row.latency_ms == 52.123
    assert row.latency_by_stage_ms == {"retrieve": 2.0, "generate": 50.0, "judge": 7.0}
    assert row.cost_usd == pytest.approx(0.003)
    assert row.judge_cost_usd == 0.01
    assert row.tokens == 150
    assert row.prefix_hash == "p"
    assert row.cluster_id == "hr/leave.md"
    assert set(row.outcomes.values()) == {Outcome.SCORED}


def test_an_abstained_case_keeps_its_retrieval_and_says_why_the_rest_is_missing() -> None:
    row = row_of(
        CASE, answered(status=Status.ABSTAINED, text="cannot say", claims=()), Verdict(outcome=Outcome.ABSTAINED)
    )
    assert row.retrieved_support_rank == 2
    assert (row.token_f1, row.judge_score, row.correct, row.citation_validity) == (None, None, None, None)
    assert row.outcomes["token_f1"] == row.outcomes["correct"] == row.outcomes["citation_validity"] == Outcome.ABSTAINED
    assert row.outcomes["retrieved_support_rank"] == Outcome.SCORED


def test_an_answered_unanswerable_case_is_wrong_by_definition() -> None:
    row = row_of(NO_ANSWER, answered(), Verdict(outcome=Outcome.NOT_APPLICABLE), locations=())
    assert row.correct is False
    assert (row.token_f1, row.judge_score) == (None, None)
    assert row.outcomes["token_f1"] == Outcome.NOT_APPLICABLE
    assert row.support_located is None
    assert row.citation_validity == 0.5
    assert row.cluster_id == "case:u"


def test_an_unlocated_support_is_counted_apart_from_one_that_was_missed() -> None:
    unlocated = row_of(CASE, answered(), Verdict(outcome=Outcome.SCORED, correct=True, score=1.0), UNLOCATED)
    assert (unlocated.support_located, unlocated.retrieved_support_rank) == (False, None)
    assert unlocated.outcomes["retrieved_support_rank"] == Outcome.NOT_APPLICABLE
    elsewhere = (SupportLocation(support=0, groups=(("k9",),)),)
    missed = row_of(CASE, answered(), Verdict(outcome=Outcome.SCORED, correct=True, score=1.0), elsewhere)
    assert (missed.support_located, missed.retrieved_support_rank) == (True, None)
    assert missed.outcomes["retrieved_support_rank"] == Outcome.SCORED


def test_a_reply_of_the_judge_that_cannot_be_read_is_no_score() -> None:
    row = row_of(CASE, answered(), Verdict(outcome=Outcome.UNPARSED, reason="score out of range"))
    assert (row.judge_score, row.correct, row.judge_reason) == (None, None, "score out of range")
    assert row.outcomes["judge_score"] == row.outcomes["correct"] == Outcome.UNPARSED
    assert row.outcomes["token_f1"] == Outcome.SCORED


def test_an_answer_without_claims_has_no_citation_validity_and_is_not_faithful() -> None:
    row = row_of(CASE, answered(claims=()), Verdict(outcome=Outcome.SCORED, correct=True, score=1.0))
    assert (row.citation_validity, row.faithful) == (None, False)
    assert row.outcomes["citation_validity"] == Outcome.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("error", "kind", "outcome"),
    [
        (DeadlineError("no reply in 60 s"), "timeout", Outcome.TIMEOUT),
        (TimeoutError(), "timeout", Outcome.TIMEOUT),
        (MalformedReplyError("not JSON"), "malformed_reply", Outcome.ERROR),
    ],
)
def test_a_failed_case_is_an_error_everywhere(error: Exception, kind: str, outcome: Outcome) -> None:
    answer = failed_answer(CASE.question, error, trial=0, latency_ms=60_000.0)
    row = row_of(CASE, answer, Verdict(outcome=Outcome.ERROR))
    assert (row.status, row.error_kind, row.confidence, row.correct) == (Status.ERROR, kind, None, None)
    assert row.error
    assert set(row.outcomes.values()) == {outcome}


def test_a_model_without_a_price_makes_the_cost_unknown_not_zero() -> None:
    steps = (*STEPS, Step(stage="generate", cost_usd=None))
    row = row_of(CASE, answered(steps=steps), Verdict(outcome=Outcome.SCORED, correct=True, score=1.0))
    assert row.cost_usd is None
    assert row.cost_by_stage_usd == {"retrieve": 0.0, "generate": None}

"""Aggregates are never believed: each is computed again from the rows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.records import Claim, Report
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report, earlier_json, failed_row

ROWS = [
    *answered_rows(4, judge=0.75),
    answered_row("low", judge=0.25, claims=(1, 4)),
    answered_row("lost", retrieved_support_rank=None, cost_usd=0.003, latency_ms=317.4),
    answered_row("third", retrieved_support_rank=3, latency_ms=122.6),
    abstained_row("quiet"),
    answered_row("false", answerable=False),
    abstained_row("right", answerable=False),
]
REPORT = build_report(ROWS)
EARLIER = Report.model_validate_json(json.dumps(earlier_json(REPORT)), strict=True)


@pytest.mark.parametrize("report", [REPORT, EARLIER], ids=["today", "earlier"])
def test_a_report_that_says_what_its_rows_say(report: Report) -> None:
    assert contradictions(report) == ()


# (section, field, a value the rows do not give, whether an earlier report's rows can show it)
LIES: list[tuple[str, str, Any, bool]] = [
    ("retrieval", "recall_at_k", {"1": 1.0, "3": 1.0, "5": 1.0, "10": 1.0}, True),
    ("retrieval", "ndcg_at_10", 1.0, True),
    ("retrieval", "mrr", 0.99, True),
    ("retrieval", "n_with_support", 4, True),
    ("answer", "exact_match", 0.5, False),
    ("answer", "token_f1", 0.61, True),
    ("answer", "judge_score", 0.95, True),
    ("answer", "judge_score", None, True),
    ("answer", "citation_validity", 0.95, False),
    ("answer", "citation_validity", 0.2, True),
    ("answer", "faithfulness", 1.0, True),
    ("abstention", "answer_rate", 0.9, True),
    ("abstention", "error_rate_answered", 0.0, True),
    ("abstention", "unanswerable_abstained_rate", 1.0, True),
    ("abstention", "answerable_answered_rate", 1.0, True),
    ("abstention", "guarantee_met", False, True),
    ("operational", "cost_usd_total", 0.001, True),
    ("operational", "cost_per_question_usd", 0.0001, True),
    ("operational", "latency_p50_ms", 90, True),
    ("operational", "latency_p95_ms", 100, True),
    ("operational", "tokens_total", 17, False),
]


@pytest.mark.parametrize(("section", "field", "value", "earlier"), LIES)
def test_an_aggregate_that_its_rows_do_not_give(section: str, field: str, value: Any, earlier: bool) -> None:
    for report, seen in ((REPORT, True), (EARLIER, earlier)):
        lie = report.changed(**{section: getattr(report, section).changed(**{field: value})})
        found = contradictions(lie)
        assert bool(found) is seen
        if seen:
            assert found[0].startswith(f"{section}.{field}")
            assert gate(report, lie).exit_code == 2


def test_all_rows_wrong_under_the_old_aggregates_has_no_verdict() -> None:
    wrong = tuple(row.changed(correct=False, judge_score=0.0) if row.correct else row for row in REPORT.per_case)
    verdict = gate(REPORT, REPORT.changed(per_case=wrong))
    assert verdict.exit_code == 2
    assert any("abstention.error_rate_answered says" in sentence for sentence in verdict.undecided)
    assert any("answer.judge_score says" in sentence for sentence in verdict.undecided)


@pytest.mark.parametrize("with_rows", [True, False])
def test_a_guarantee_said_to_be_met_at_an_error_of_0_99(with_rows: bool) -> None:
    lie = REPORT.changed(
        per_case=REPORT.per_case if with_rows else (),
        abstention=REPORT.abstention.changed(guarantee_met=True, error_rate_answered=0.99),
    )
    verdict = gate(REPORT, lie)
    assert verdict.exit_code == 2
    assert any("guarantee_met says true, its error rate among answered is 0.990" in text for text in verdict.undecided)


def test_dust_and_rounding_are_no_contradiction() -> None:
    p95, f1 = REPORT.operational.latency_p95_ms, REPORT.answer.token_f1
    assert p95 is not None and f1 is not None
    close = REPORT.changed(
        answer=REPORT.answer.changed(token_f1=f1 + 1e-7),
        operational=REPORT.operational.changed(latency_p95_ms=p95 + 1),
    )
    assert contradictions(close) == ()
    far = REPORT.changed(operational=REPORT.operational.changed(latency_p95_ms=p95 + 2))
    assert len(contradictions(far)) == 1


def test_a_measure_left_out_although_its_rows_give_zero() -> None:
    """All grades are 0; without their mean the gate would compare another metric."""
    poor = build_report(answered_rows(3, judge=0.0))
    hidden = poor.changed(answer=poor.answer.changed(judge_score=None))
    assert contradictions(hidden) == ("answer.judge_score says nothing, its rows give 0",)


def test_a_guarantee_met_by_no_graded_answer() -> None:
    rows = [row.changed(correct=None) for row in answered_rows(3)]
    claimed = build_report(rows, abstention={"guarantee_met": True})
    assert contradictions(claimed) == ("abstention.guarantee_met says true, it has no error rate among answered",)


def test_only_an_earlier_report_comes_without_rows() -> None:
    assert contradictions(REPORT.changed(per_case=())) == ("n_cases says 10, it has no rows",)
    assert contradictions(REPORT.changed(per_case=(), schema_version=None)) == ()


def test_claims_that_are_counted_otherwise_than_shown() -> None:
    row = answered_row("a", claims=(1, 1))
    unsupported = row.changed(claims=(Claim(text="so it is"),))
    uncounted = row.changed(claims_total=None, claims_supported=None, claims=unsupported.claims)
    reshared = row.changed(citation_validity=0.25)
    for torn in (unsupported, uncounted, reshared):
        assert "1 rows count other claims than they show (a)" in contradictions(build_report([torn]))


def test_the_citations_of_a_refusal_in_words_are_shown_and_counted_nowhere() -> None:
    refusal = answered_row("a", claims=(0, 0), refused=True).changed(
        claims=(Claim(text="the files are silent"),), claims_total=None, claims_supported=None, citation_validity=None
    )
    assert contradictions(build_report([refusal, *answered_rows(2)])) == ()


def test_rates_of_checked_claims_that_the_rows_do_not_give() -> None:
    rows = [row.changed(claim_support_rate=0.5, unsupported_claims=2) for row in answered_rows(2)]
    report = build_report(rows)
    assert contradictions(report) == ()
    for field in ("claim_support_rate", "unsupported_claims"):
        lie = report.changed(answer=report.answer.changed(**{field: 1.0}))
        assert contradictions(lie)[0].startswith(f"answer.{field} says 1, its rows give")


def test_our_own_rows_always_count_their_claims() -> None:
    """Only an earlier cairn left the counts out; without them validity could be stated freely."""
    bare = [row.changed(claims_total=None, claims_supported=None) for row in answered_rows(2)]
    stated = build_report(bare, answer={"citation_validity": 1.0})
    assert contradictions(stated) == ("answer.citation_validity says 1, its rows give nothing",)
    assert contradictions(stated.changed(schema_version=None)) == ()


def test_rows_that_are_missing_or_stand_twice() -> None:
    assert contradictions(REPORT.changed(n_cases=72))[0] == "n_cases says 72, it has 10 rows"
    twice = build_report([*answered_rows(2), answered_row("c01")])
    assert contradictions(twice) == ("1 cases stand in it twice (c01)",)


def test_errors_that_are_not_counted() -> None:
    hidden = build_report([*answered_rows(3), failed_row("c03")], n_errors=0)
    assert contradictions(hidden) == ("n_errors says 0, 1 of its rows ended in an error",)


def test_two_trials_are_one_case_and_two_rows() -> None:
    rows = [answered_row("a", trial=0), answered_row("a", trial=1)]
    assert contradictions(build_report(rows)) == ()
    assert contradictions(build_report(rows, n_cases=1)) == ()


def test_a_whole_run_of_unpriced_calls_is_consistent() -> None:
    assert contradictions(build_report(answered_rows(3, cost_usd=None))) == ()

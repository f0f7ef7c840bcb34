"""The reference's table of checks at its boundaries, its sentences, and its exit codes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.records import GateVerdict, Report
from tests.report_factory import (
    abstained_row,
    answered_row,
    answered_rows,
    build_report,
    earlier_json,
    with_judge,
)

REPORT = build_report(answered_rows(10))


def decide(baseline: Report, candidate: Report, **options: Any) -> GateVerdict:
    return gate(baseline, candidate, **options)


def uniform(n: int = 10, **fields: Any) -> Report:
    """A report in which every case measures the same, so that each aggregate is that number."""
    return build_report(answered_rows(n, **fields))


def test_a_report_against_itself_promotes() -> None:
    verdict = decide(REPORT, REPORT)
    assert verdict.promote is True
    assert verdict.exit_code == 0
    assert verdict.reasons == () == verdict.undecided
    assert verdict.primary_metric == "judge_score"
    assert set(verdict.deltas) == {
        "judge_score",
        "citation_validity",
        "cost_per_question_usd_relative",
        "latency_p95_ms_relative",
        "answer_rate",
        "error_rate_answered",
        "recall@5",
        "ndcg@10",
    }
    assert all(value == 0 for value in verdict.deltas.values())


# (what, baseline, candidate, options, the sentence or None where it promotes)
BOUNDARIES: list[tuple[str, Report, Report, dict[str, Any], str | None]] = [
    (
        "any drop of quality blocks",
        uniform(judge=0.8),
        uniform(judge=0.799),
        {},
        "judge_score dropped by 0.001 (baseline 0.800, candidate 0.799); the allowed drop is 0.000.",
    ),
    ("a rise of quality does not", uniform(judge=0.8), uniform(judge=0.9), {}, None),
    # 0.8 - 0.7 = 0.10000000000000009 in binary: dust is no drop
    ("a drop of exactly what is allowed", uniform(judge=0.8), uniform(judge=0.7), {"max_quality_drop": 0.1}, None),
    (
        "a drop beyond what is allowed",
        uniform(judge=0.8),
        uniform(judge=0.69),
        {"max_quality_drop": 0.1},
        "judge_score dropped by 0.110 (baseline 0.800, candidate 0.690); the allowed drop is 0.100.",
    ),
    (
        "token F1 where there is no judge",
        uniform(judge=None, f1=0.5),
        uniform(judge=None, f1=0.4),
        {},
        "token_f1 dropped by 0.100 (baseline 0.500, candidate 0.400); the allowed drop is 0.000.",
    ),
    ("a judge on one side only: token F1", uniform(judge=0.9), uniform(judge=None), {}, None),
    ("token F1 is not read where both are judged", uniform(f1=0.9), uniform(f1=0.1), {}, None),
    (
        "citation validity, pooled over claims",
        build_report([answered_row("a", claims=(3, 3)), answered_row("b", claims=(1, 1))]),
        build_report([answered_row("a", claims=(2, 3)), answered_row("b", claims=(1, 1))]),
        {},
        # (2 + 1) / (3 + 1)
        "citation validity dropped by 0.250 (baseline 1.000, candidate 0.750); the allowed drop is 0.000.",
    ),
    (
        "an allowed drop of citation validity",
        uniform(claims=(10, 10)),
        uniform(claims=(9, 10)),
        {"max_citation_drop": 0.1},
        None,
    ),
    ("cost up by exactly 15 percent", uniform(cost_usd=0.02), uniform(cost_usd=0.023), {}, None),
    (
        "cost up by more",
        uniform(cost_usd=0.001),
        uniform(cost_usd=0.0012),
        {},
        "cost per question rose by 20.0% (baseline 0.001000, candidate 0.001200 USD); the allowed rise is 15%.",
    ),
    (
        "cost may rise by what is allowed",
        uniform(cost_usd=0.001),
        uniform(cost_usd=0.002),
        {"max_cost_increase": 1.0},
        None,
    ),
    (
        "any cost from zero is unbounded",
        uniform(cost_usd=0.0),
        uniform(cost_usd=0.001707),
        {"max_cost_increase": 1000.0},
        "cost per question rose from 0.000000 to 0.001707 USD; a rise from a zero baseline is unbounded and the "
        "allowed rise is 100000%.",
    ),
    ("zero cost stays zero", uniform(cost_usd=0.0), uniform(cost_usd=0.0), {}, None),
    ("cheaper is fine", uniform(cost_usd=0.002), uniform(cost_usd=0.0), {}, None),
    ("p95 up by 100% but by 50 ms only", uniform(latency_ms=50), uniform(latency_ms=100), {}, None),
    (
        "p95 up by 51 ms and 102%",
        uniform(latency_ms=50),
        uniform(latency_ms=101),
        {},
        "p95 latency rose by 102.0% (baseline 50 ms, candidate 101 ms); the allowed rise is 25% or 50 ms, "
        "whichever is larger.",
    ),
    ("p95 up by exactly 25%", uniform(latency_ms=400), uniform(latency_ms=500), {}, None),
    (
        "p95 up by more than 25%",
        uniform(latency_ms=400),
        uniform(latency_ms=501),
        {},
        "p95 latency rose by 25.2% (baseline 400 ms, candidate 501 ms); the allowed rise is 25% or 50 ms, "
        "whichever is larger.",
    ),
    ("2 ms to 4 ms means nothing", uniform(latency_ms=2), uniform(latency_ms=4), {}, None),
    (
        "2 ms to 4 ms with no floor",
        uniform(latency_ms=2),
        uniform(latency_ms=4),
        {"min_p95_delta_ms": 0.0},
        "p95 latency rose by 100.0% (baseline 2 ms, candidate 4 ms); the allowed rise is 25% or 0 ms, whichever is "
        "larger.",
    ),
    (
        "p95 from zero is unbounded",
        uniform(latency_ms=0),
        uniform(latency_ms=200),
        {},
        "p95 latency rose from 0 ms to 200 ms; a rise from a zero baseline is unbounded and the allowed rise is 25%.",
    ),
    ("p95 from zero within the floor", uniform(latency_ms=0), uniform(latency_ms=50), {}, None),
    (
        "the guarantee",
        # 13 wrong of 25
        build_report([answered_row(f"c{i:02d}", correct=i >= 13) for i in range(25)]),
        build_report([answered_row(f"c{i:02d}", correct=i >= 13) for i in range(25)]),
        {},
        "the candidate's abstention guarantee is not met: error rate among answered is 0.520 against alpha 0.350.",
    ),
    (
        "the guarantee is the candidate's alone",
        build_report([answered_row(f"c{i:02d}", correct=i >= 13) for i in range(25)]),
        uniform(25),
        {},
        None,
    ),
    (
        "the guarantee waived",
        uniform(25),
        build_report([answered_row(f"c{i:02d}", correct=i >= 13) for i in range(25)]),
        {"require_guarantee": False},
        None,
    ),
    (
        "an error rate of exactly alpha keeps the guarantee",
        # 7 wrong of 20 = 0.35
        uniform(20),
        build_report([answered_row(f"c{i:02d}", correct=i >= 7) for i in range(20)]),
        {},
        None,
    ),
    (
        "an answered unanswerable case is wrong",
        build_report([*answered_rows(2), abstained_row("u1", answerable=False), abstained_row("u2", answerable=False)]),
        build_report([*answered_rows(2), answered_row("u1", answerable=False), answered_row("u2", answerable=False)]),
        {},
        "the candidate's abstention guarantee is not met: error rate among answered is 0.500 against alpha 0.350.",
    ),
]


@pytest.mark.parametrize(
    ("baseline", "candidate", "options", "sentence"),
    [row[1:] for row in BOUNDARIES],
    ids=[row[0] for row in BOUNDARIES],
)
def test_what_the_gate_checks(
    baseline: Report, candidate: Report, options: dict[str, Any], sentence: str | None
) -> None:
    verdict = decide(baseline, candidate, **options)
    assert verdict.reasons == (() if sentence is None else (sentence,))
    assert verdict.exit_code == (0 if sentence is None else 1)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"corpus_hash": "ff" * 32},
            "corpus hash differs (baseline acb06e55ed87, candidate ffffffffffff); the comparison is meaningless.",
        ),
        (
            {"golden_version": "2"},
            "golden set version differs (baseline 1, candidate 2); the comparison is meaningless.",
        ),
        (
            {"golden_hash": "sha256:" + "00" * 32},
            "golden set content differs under the same version 1 (baseline 5e5e5e5e5e5e, candidate 000000000000); "
            "the comparison is meaningless.",
        ),
    ],
)
def test_another_corpus_or_golden_set_is_a_no_that_nothing_waives(change: dict[str, Any], sentence: str) -> None:
    verdict = decide(REPORT, REPORT.changed(**change), require_guarantee=False, quality_test="noninferior")
    assert verdict.reasons == (sentence,)
    assert verdict.exit_code == 1


def test_another_golden_set_is_a_no_also_when_its_cases_differ() -> None:
    other = build_report(answered_rows(3, cluster_id="x"), golden_version="2", split="all")
    verdict = decide(REPORT, other)
    assert verdict.exit_code == 1
    assert verdict.reasons[0].startswith("golden set version differs")
    assert any("same cases" in note for note in verdict.notes)


def test_a_differing_label_is_named_before_the_content() -> None:
    verdict = decide(REPORT, REPORT.changed(golden_version="2", golden_hash="sha256:" + "00" * 32))
    assert verdict.reasons == ("golden set version differs (baseline 1, candidate 2); the comparison is meaningless.",)


def test_reasons_come_in_the_references_order_and_none_stops_the_rest() -> None:
    rows = [
        answered_row(f"c{i:02d}", judge=0.4, claims=(1, 2), cost_usd=0.002, latency_ms=300.0, correct=False)
        for i in range(10)
    ]
    worse = build_report(rows, corpus_hash="ff" * 32, golden_version="2")
    verdict = decide(REPORT, worse)
    starts = [
        "corpus hash differs",
        "golden set version differs",
        "judge_score dropped",
        "citation validity dropped",
        "cost per question rose",
        "p95 latency rose",
        "the candidate's abstention guarantee",
    ]
    assert [reason[: len(start)] for reason, start in zip(verdict.reasons, starts, strict=True)] == starts
    assert [detail.check for detail in verdict.details] == [
        *("identity", "identity", "quality", "citation", "cost", "latency", "guarantee")
    ]


def test_each_reason_knows_the_cases_behind_it() -> None:
    # c03 fell most, c01 fell, c02 rose; the mean falls by (0.6 + 0.2 - 0.1) / 4
    before = build_report(answered_rows(4, judge=0.8))
    after = with_judge(before, [0.8, 0.6, 0.9, 0.2])
    [reason] = decide(before, after).details
    assert reason.case_ids == ("c03", "c01")
    assert (
        reason.sentence == "judge_score dropped by 0.175 (baseline 0.800, candidate 0.625); the allowed drop is 0.000."
    )


def test_a_case_that_is_newly_answered_badly_is_behind_the_drop() -> None:
    before = build_report([*answered_rows(3, judge=0.9), abstained_row("new")])
    after = build_report([*answered_rows(3, judge=0.9), answered_row("new", judge=0.1)])
    [reason] = decide(before, after).details
    assert reason.case_ids == ("new",)


def test_the_wrong_answers_are_behind_a_missed_guarantee() -> None:
    after = build_report([answered_row(f"c{i:02d}", correct=i > 1) for i in range(4)])
    [reason] = decide(uniform(4), after).details
    assert reason.check == "guarantee"
    assert reason.case_ids == ("c00", "c01")


def test_dearer_and_slower_cases_are_named_worst_first() -> None:
    before = build_report(answered_rows(3))
    rows = [
        answered_row("c00", cost_usd=0.002, latency_ms=300.0),
        answered_row("c01"),
        answered_row("c02", cost_usd=0.005, latency_ms=900.0),
    ]
    verdict = decide(before, build_report(rows))
    assert [(detail.check, detail.case_ids) for detail in verdict.details] == [
        ("cost", ("c02", "c00")),
        ("latency", ("c02", "c00")),
    ]


def test_the_table_of_checks_says_what_became_of_each() -> None:
    outcomes = {result.check: result.outcome for result in decide(REPORT, uniform(judge=0.1, correct=True)).checks}
    assert outcomes == {
        "identity": "passed",
        "quality": "failed",
        "citation": "passed",
        "cost": "passed",
        "latency": "passed",
        "guarantee": "passed",
        "answer_rate": "not_gated",
        "retrieval": "not_gated",
        "budget": "not_gated",
    }


def test_a_verdict_is_always_json() -> None:
    """No NaN can reach it: numbers that are not finite never become a report."""
    verdict = decide(REPORT, uniform(judge=0.1, cost_usd=0.0))
    data = json.loads(verdict.model_dump_json(), parse_constant=pytest.fail)
    assert data["promote"] is False
    assert GateVerdict.model_validate(data) == verdict


def test_relative_deltas_are_null_from_zero() -> None:
    verdict = decide(uniform(cost_usd=0.0, latency_ms=0.0), uniform(cost_usd=0.0, latency_ms=10.0))
    assert verdict.deltas["cost_per_question_usd_relative"] is None
    assert verdict.deltas["latency_p95_ms_relative"] is None


def test_an_earlier_report_gates_against_a_new_one() -> None:
    """Its rows name no document and no golden content: both are notes, the verdict stands."""
    earlier = Report.model_validate_json(json.dumps(earlier_json(uniform(12, judge=0.9))), strict=True)
    verdict = decide(earlier, uniform(12, judge=0.5))
    assert verdict.reasons == (
        "judge_score dropped by 0.400 (baseline 0.900, candidate 0.500); the allowed drop is 0.000.",
    )
    assert "the baseline records only a label of the golden set, not its content." in verdict.notes


def test_two_earlier_reports_are_compared_by_question_and_it_is_said() -> None:
    earlier = Report.model_validate_json(json.dumps(earlier_json(REPORT)), strict=True)
    verdict = decide(earlier, earlier)
    assert verdict.promote is True
    assert "the rows name no document, so cases were taken as independent of each other." in verdict.notes


def test_the_same_inputs_give_the_same_verdict() -> None:
    other = with_judge(REPORT, [0.8, 0.6, 0.9, 0.7, 0.8, 0.8, 0.5, 0.9, 1.0, 0.8])
    assert decide(REPORT, other) == decide(REPORT, other)


SCORES = st.lists(st.floats(0, 1).map(lambda value: round(value, 3)), min_size=8, max_size=8)
LOOSER = {
    "max_quality_drop": 1.0,
    "max_citation_drop": 1.0,
    "max_cost_increase": 1e6,
    "max_p95_increase": 1e6,
    "min_p95_delta_ms": 1e9,
    "require_guarantee": False,
}


@settings(max_examples=30, deadline=None)
@given(before=SCORES, after=SCORES, name=st.sampled_from(sorted(LOOSER)))
def test_allowing_more_never_turns_a_yes_into_a_no(before: list[float], after: list[float], name: str) -> None:
    baseline, candidate = (with_judge(uniform(8), scores) for scores in (before, after))
    strict, loose = (
        decide(baseline, candidate, n_boot=100),
        decide(baseline, candidate, n_boot=100, **{name: LOOSER[name]}),
    )
    assert set(loose.reasons) <= set(strict.reasons)
    assert (strict.promote is True) == (not strict.reasons and not strict.undecided)


@settings(max_examples=20, deadline=None)
@given(after=SCORES, order=st.permutations(range(8)))
def test_the_order_of_rows_decides_nothing(after: list[float], order: list[int]) -> None:
    baseline = uniform(8)
    candidate = with_judge(baseline, after)
    shuffled = candidate.changed(per_case=tuple(candidate.per_case[i] for i in order))
    one, other = decide(baseline, candidate, n_boot=100), decide(baseline, shuffled, n_boot=100)
    assert one == other

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from cairn_nb.metrics import CATALOG
from cairn_nb.metrics.measured import MeasuredRows, measure
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.metrics.sections import (
    abstention_section,
    answer_section,
    estimates,
    estimates_by,
    operational_section,
    outcome_counts,
    retrieval_section,
    smallest_visible_drops,
)
from cairn_nb.records import CaseRow, Outcome


def row(case_id: str, status: str = "answered", **values: Any) -> CaseRow:
    return CaseRow(
        **{"case_id": case_id, "answerable": True, "status": status, "cluster_id": f"{case_id[0]}.md", **values}
    )


def answered(case_id: str, **values: Any) -> CaseRow:
    graded = {"token_f1": 1.0, "exact_match": 1.0, "judge_score": 1.0, "correct": True, "faithful": True}
    return row(case_id, **{**graded, "claims_total": 1, "claims_supported": 1, "support_located": True, **values})


ROWS = (
    answered("a1", retrieved_support_rank=1, latency_ms=10, cost_usd=0.01, tokens=5, prefix_hash="p"),
    answered(
        "a2",
        retrieved_support_rank=4,
        judge_score=0.5,
        token_f1=0.25,
        exact_match=0.0,
        correct=False,
        claims_total=3,
        claims_supported=1,
        faithful=False,
        latency_ms=20,
        cost_usd=0.03,
        tokens=7,
        prefix_hash="p",
    ),
    row("b1", "abstained", support_located=True, latency_ms=30, cost_usd=0.0, tokens=1, prefix_hash="q"),
    row("b2", "abstained", answerable=False, latency_ms=40, cost_usd=0.0, tokens=1, prefix_hash="q"),
    row("c1", answerable=False, correct=False, faithful=False, claims_total=0, latency_ms=50, cost_usd=0.0, tokens=1),
    row("c2", "abstained", support_located=False, latency_ms=60, cost_usd=0.0, tokens=1),
    row("d1", "error", support_located=True, latency_ms=999, cost_usd=0.02, tokens=0, error_kind="DeadlineError",
        outcomes={"judge_score": Outcome.TIMEOUT}),
)  # fmt: skip


def test_retrieval_is_over_located_support_and_names_what_was_not_located() -> None:
    section = retrieval_section(ROWS)
    # a1 at 1, a2 at 4, b1 never; d1 ended in an error, c2 was not located.
    assert section.recall_at_k == {"1": 1 / 3, "3": 1 / 3, "5": 2 / 3, "10": 2 / 3}
    assert section.mrr == pytest.approx((1 + 1 / 4 + 0) / 3)
    assert section.ndcg_at_10 == pytest.approx((1 + 0.4306766 + 0) / 3)
    assert section.n_with_support == 3
    assert (section.n_unlocated, section.unlocated_ids) == (1, ("c2",))


def test_answers_are_over_answered_answerable_and_citations_over_answered() -> None:
    section = answer_section(ROWS)
    assert section.judge_score == 0.75  # a1, a2
    assert section.token_f1 == 0.625
    assert section.exact_match == 0.5
    assert section.citation_validity == 2 / 4  # (1 + 1) of (1 + 3) claims; c1 has none
    assert section.faithfulness == 1 / 3  # a1 of a1, a2, c1


def test_an_answered_unanswerable_case_is_wrong_and_errors_enter_no_rate() -> None:
    section = abstention_section(ROWS, alpha=0.5, threshold=0.4)
    assert section.answer_rate == 3 / 6  # a1, a2, c1 of all but d1
    assert section.error_rate_answered == 2 / 3  # a2 judged, c1 by definition
    assert section.guarantee_met is False
    assert section.unanswerable_abstained_rate == 1 / 2  # b2 of b2, c1
    assert section.answerable_answered_rate == 2 / 4  # a1, a2 of a1, a2, b1, c2
    assert (section.alpha, section.threshold) == (0.5, 0.4)


def test_the_guarantee_is_met_at_exactly_alpha_and_null_without_answers() -> None:
    rows = [answered(f"x{i}", correct=i >= 7) for i in range(20)]
    assert abstention_section(rows, alpha=0.35, threshold=None).guarantee_met is True
    silent = abstention_section([row("a", "abstained")], alpha=0.35, threshold=None)
    assert (silent.guarantee_met, silent.error_rate_answered, silent.answer_rate) == (None, None, 0.0)


def test_an_answer_that_could_not_be_judged_is_neither_right_nor_wrong() -> None:
    unread = answered("a", correct=None, judge_score=None, outcomes={"correct": "unparsed", "judge_score": "unparsed"})
    section = abstention_section([unread, answered("b")], alpha=0.1, threshold=None)
    assert section.error_rate_answered == 0.0
    assert estimates([unread, answered("b")])["error_rate_answered"].missing == {"unparsed": 1}


def test_operational_numbers() -> None:
    section = operational_section(ROWS, spent_usd=0.05)
    assert section.cost_usd_total == pytest.approx(0.06)
    assert section.cost_per_question_usd == pytest.approx(0.06 / 7)
    assert section.latency_p50_ms == 35  # of 10..60; the failed case's 999 is not a latency
    assert section.latency_p95_ms == 58  # 10 + 0.95 x 50 = 57.5, half to even
    assert section.tokens_total == 16
    assert section.cache_hit_rate == 2 / 3  # p p q q
    assert (section.spent_usd, section.judge_cost_usd) == (0.05, None)


def test_a_missing_price_makes_the_cost_null() -> None:
    unpriced = (*ROWS, answered("e1", cost_usd=None, tokens=None))
    section = operational_section(unpriced)
    assert (section.cost_usd_total, section.cost_per_question_usd, section.tokens_total) == (None, None, None)
    assert estimates(unpriced)["cost_per_question_usd"].value is None


def test_nothing_is_null_not_zero() -> None:
    retrieval, answer = retrieval_section([]), answer_section([])
    assert set(retrieval.recall_at_k.values()) == {None}
    assert retrieval.mrr is retrieval.ndcg_at_10 is answer.judge_score is answer.faithfulness is None
    operational = operational_section([])
    assert operational.latency_p50_ms is operational.cost_usd_total is operational.cache_hit_rate is None


def test_every_aggregate_has_an_estimate_of_the_same_value() -> None:
    found = estimates(ROWS, n_boot=200)
    assert set(found) == set(CATALOG)
    retrieval, answer = retrieval_section(ROWS), answer_section(ROWS)
    abstention, operational = abstention_section(ROWS, alpha=0.1, threshold=None), operational_section(ROWS)
    assert found["recall_at_5"].value == retrieval.recall_at_k["5"]
    for section, names in (
        (retrieval, ("mrr", "ndcg_at_10")),
        (answer, ("exact_match", "token_f1", "judge_score", "citation_validity", "faithfulness")),
        (abstention, ("answer_rate", "error_rate_answered", "unanswerable_abstained_rate", "answerable_answered_rate")),
    ):
        for name in names:
            assert found[name].value == getattr(section, name), name
    assert found["cost_per_question_usd"].value == pytest.approx(operational.cost_per_question_usd)
    assert found["latency_p95_ms"].value == pytest.approx(57.5)


def test_estimates_count_what_is_missing_by_reason() -> None:
    found = estimates(ROWS, n_boot=200)
    assert found["judge_score"].n == 2
    assert found["judge_score"].missing == {"abstained": 3, "not_applicable": 1, "timeout": 1}
    assert found["mrr"].missing == {"error": 1, "not_applicable": 3}
    assert found["latency_p50_ms"].missing == {"error": 1}
    assert found["judge_score"].n_clusters == 1


def test_outcomes_add_up_to_the_rows() -> None:
    counted = outcome_counts(ROWS)
    assert set(counted) == set(MEASUREMENTS)
    assert {sum(counts.values()) for counts in counted.values()} == {len(ROWS)}
    assert counted["judge_score"] == {"scored": 2, "abstained": 3, "not_applicable": 1, "timeout": 1}


def test_order_of_rows_does_not_matter() -> None:
    shuffled = list(many(60))
    random.Random(1).shuffle(shuffled)
    assert estimates(shuffled, n_boot=200) == estimates(many(60), n_boot=200)
    assert answer_section(shuffled) == answer_section(many(60))


def test_trials_of_a_question_stay_together() -> None:
    # Five questions asked four times each carry five clusters of evidence, whichever way they are clustered.
    rows = [answered(f"{name}1", trial=t, judge_score=i / 4) for i, name in enumerate("abcde") for t in range(4)]
    for cluster in ("document", "none"):
        found = estimates(rows, cluster=cluster, n_boot=200)["judge_score"]  # type: ignore[arg-type]
        assert (found.n, found.n_clusters) == (20, 5)


def test_groups_are_named_after_their_field() -> None:
    rows = [row.changed(category="table" if i % 2 else "number") for i, row in enumerate(many(40))]
    found = estimates_by(rows, "category", n_boot=100)
    assert found["judge_score[category=table]"].value == answer_section(rows[1::2]).judge_score
    assert not estimates_by(ROWS, "category")


def test_rows_of_earlier_reports_yield_only_what_they_hold() -> None:
    # They have neither located supports, nor exact matches, nor counts of claims.
    fields = {"token_f1": 0.5, "judge_score": 0.5, "correct": True}
    rows = [
        CaseRow(case_id="a", answerable=True, status="answered", citation_validity=1.0, **fields),
        CaseRow(case_id="b", answerable=True, status="answered", citation_validity=0.5, **fields),
        CaseRow(case_id="c", answerable=True, status="answered", **fields),
    ]
    answer, retrieval = answer_section(rows), retrieval_section(rows)
    assert (answer.token_f1, answer.judge_score) == (0.5, 0.5)
    assert answer.faithfulness == pytest.approx(1 / 3)  # a verified all, b some, c has no claim
    assert (answer.exact_match, answer.citation_validity, retrieval.mrr, retrieval.n_with_support) == (
        None,
        None,
        None,
        0,
    )


def test_the_smallest_visible_drop_shrinks_with_the_set() -> None:
    small, large = smallest_visible_drops(many(60)), smallest_visible_drops(many(600))
    assert small["judge_score"] > large["judge_score"] > 0  # type: ignore[operator]
    assert smallest_visible_drops(ROWS)["judge_score"] is None  # one document


def many(n: int) -> list[CaseRow]:
    rng = random.Random(0)
    return [
        answered(f"q{i}", cluster_id=f"d{i // 5}", judge_score=rng.random(), token_f1=rng.random(),
                 retrieved_support_rank=1 + i % 12,
                 claims_total=1 + i % 3, claims_supported=1, correct=rng.random() < 0.8, latency_ms=rng.random() * 100,
                 cost_usd=0.001, answerable=i % 4 > 0)
        for i in range(n)
    ]  # fmt: skip


def test_a_thousand_rows_take_a_fraction_of_a_second() -> None:
    rows = many(1000)
    estimates(rows, n_boot=10)  # imports scipy
    start = time.process_time()
    estimates(rows)
    retrieval_section(rows), answer_section(rows), operational_section(rows)
    abstention_section(rows, alpha=0.2, threshold=0.5)
    assert time.process_time() - start < 0.6  # twice what is aimed at, for a busy machine


def test_rows_that_remember_what_was_measured_give_the_same_report() -> None:
    rows, remembering = many(60), MeasuredRows(many(60))
    assert list(remembering) == list(rows) and remembering[3] == rows[3] and len(remembering[:7]) == 7
    for _ in range(2):
        assert estimates(remembering, n_boot=50) == estimates(rows, n_boot=50)
        assert outcome_counts(remembering) == outcome_counts(rows)
        assert (answer_section(remembering), retrieval_section(remembering)) == (
            answer_section(rows),
            retrieval_section(rows),
        )


def test_a_measure_is_taken_of_each_row_once() -> None:
    seen: list[str] = []

    def measuring(row: CaseRow) -> float:
        seen.append(row.case_id)
        return 1.0

    rows = MeasuredRows(many(5))
    first, again = measure(rows, measuring), measure(rows, measuring)
    assert first is again and len(seen) == 5
    with pytest.raises(ValueError, match="read-only"):
        first[0][0] = 2.0


def test_what_answers_made_elsewhere_do_not_say_is_missing_with_its_reason() -> None:
    unsaid = {"faithful": Outcome.NOT_APPLICABLE, "latency_ms": Outcome.NOT_APPLICABLE}
    rows = (
        row("a", latency_ms=None, outcomes=unsaid),
        row("b", "abstained", latency_ms=None, outcomes=unsaid),
        row("c", latency_ms=40.0, faithful=True),
    )
    found = estimates(rows)
    assert operational_section(rows).latency_p50_ms == 40
    assert found["latency_p95_ms"].missing == {"not_applicable": 2}
    assert found["faithfulness"].missing == {"abstained": 1, "not_applicable": 1}
    assert answer_section(rows).faithfulness == 1.0

"""One hand-checked case for each row of the method's tables, at the level of a report's sections."""

from __future__ import annotations

from math import log2

import pytest

from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.metrics.sections import abstention_section, answer_section, documents_section, estimates
from cairn_nb.records import AXES, CaseRow, Outcome, Status
from tests.report_factory import abstained_row, answered_row, failed_row

# Ranked: a, b, c, d. Relevant: b (grade 2), d (grade 1) and x, which was never found. The generator read a, b, b.
RANKED = answered_row(
    "q1",
    ranked_documents=("a", "b", "c", "d"),
    given_documents=("a", "b", "b"),
    relevant_documents={"b": 2.0, "d": 1.0, "x": 1.0},
    evidence_ranks=(2, None),
)
# A miss: the system retrieves, and found nothing for this question.
MISSED = answered_row(
    "q2", relevant_documents={"a": 1.0}, outcomes={"ranked_documents": Outcome.SCORED, "context_recall": Outcome.SCORED}
)
UNLABELLED = answered_row("q3", ranked_documents=("a",), given_documents=("a",))
UNANSWERABLE = answered_row("q4", answerable=False, ranked_documents=("a",), given_documents=("a",))
FAILED = failed_row("q5", ranked_documents=("a",), relevant_documents={"a": 1.0})


def test_retrieval_metrics_of_one_ranking() -> None:
    found = documents_section([RANKED])
    assert found.recall_at_k == pytest.approx({"1": 0, "3": 1 / 3, "5": 2 / 3, "10": 2 / 3})
    assert found.precision_at_k == pytest.approx({"1": 0, "3": 1 / 3, "5": 2 / 5, "10": 2 / 10})
    assert found.hit_at_k == {"1": 0, "3": 1, "5": 1, "10": 1}
    assert found.mrr_at_k == {"1": 0, "3": 1 / 2, "5": 1 / 2, "10": 1 / 2}
    # Gains 2^2 - 1 = 3 for b at rank 2 and 2^1 - 1 = 1 for d at rank 4; at best 3, 1, 1 at ranks 1, 2, 3.
    best = 3 + 1 / log2(3) + 1 / log2(4)
    at_3, at_5 = 3 / log2(3), 3 / log2(3) + 1 / log2(5)
    assert found.ndcg_at_k == pytest.approx({"1": 0, "3": at_3 / best, "5": at_5 / best, "10": at_5 / best}, abs=1e-12)
    # One of two quotes, in the second chunk.
    assert found.evidence_recall_at_k == {"1": 0, "3": 1 / 2, "5": 1 / 2, "10": 1 / 2}


def test_context_metrics_of_what_the_generator_was_given() -> None:
    found = documents_section([RANKED])
    # b of b, d, x; two of the three chunks are b's
    assert (found.context_recall, found.context_precision) == pytest.approx((1 / 3, 2 / 3))


def test_a_miss_counts_as_zero_and_what_cannot_be_measured_not_at_all() -> None:
    found = documents_section([RANKED, MISSED, UNLABELLED, UNANSWERABLE, FAILED])
    assert found.n_labelled == 2
    assert (found.recall_at_k["5"], found.hit_at_k["5"]) == pytest.approx(((2 / 3 + 0) / 2, 1 / 2))
    # Nothing was given for the miss: no recall of it, and no share of no chunks.
    assert (found.context_recall, found.context_precision) == pytest.approx(((1 / 3 + 0) / 2, 2 / 3))
    assert found.evidence_recall_at_k["5"] == 1 / 2
    recall = estimates([RANKED, MISSED, UNLABELLED, UNANSWERABLE, FAILED], n_boot=100)["document_recall_at_5"]
    assert (recall.n, recall.missing) == (2, {"error": 1, "not_applicable": 2})


@pytest.mark.parametrize("rows", [[UNLABELLED, UNANSWERABLE], [answered_row("q", relevant_documents={"a": 1.0})]])
def test_unlabelled_questions_and_systems_that_retrieve_nothing_have_no_retrieval(rows: list[CaseRow]) -> None:
    found = documents_section(rows)
    values = [found.recall_at_k, found.precision_at_k, found.hit_at_k, found.mrr_at_k, found.ndcg_at_k]
    assert {value for by_k in values for value in by_k.values()} == {None}
    assert (found.context_recall, found.context_precision, found.n_labelled) == (None, None, 0)


REFUSED_IN_WORDS = answered_row("w", refused=True, token_f1_uncited=0.5, keyword_recall=1.0)


def test_answer_metrics_are_over_answers_that_were_given() -> None:
    rows = [
        answered_row("a", refused=False, token_f1_uncited=1.0, exact_match_uncited=1.0, keyword_recall=0.5),
        answered_row("b", refused=False, token_f1_uncited=0.5, exact_match_uncited=0.0),
        answered_row("u", answerable=False, refused=False, token_f1_uncited=0.9),
        abstained_row("x", refused=True),
        REFUSED_IN_WORDS,
    ]
    found = answer_section(rows)
    assert (found.token_f1_uncited, found.exact_match_uncited, found.keyword_recall) == (0.75, 0.5, 0.5)
    missing = estimates(rows, n_boot=100)["token_f1_uncited"].missing
    assert missing == {"abstained": 2, "not_applicable": 1}
    # The same rule holds for the judge's grade, citations and the error rate.
    for name in ("judge_score", "citation_validity", "faithfulness", "error_rate_answered"):
        assert MEASUREMENTS[name](REFUSED_IN_WORDS) is Outcome.ABSTAINED


def test_the_five_axes_and_their_mean_are_over_all_that_was_graded() -> None:
    right, wrong = dict.fromkeys(AXES, 5.0), {**dict.fromkeys(AXES, 0.0), "faithfulness": 5.0}
    rows = [
        abstained_row("u", answerable=False, refused=True, axes=right, answer_score=5.0),
        abstained_row("a", refused=True, axes=wrong, answer_score=1.0),
        failed_row("e"),
        answered_row("n", refused=False),
    ]
    found = answer_section(rows)
    # Refusing is right where there is no answer: (5 + 1) / 2; faithful both times: (5 + 5) / 2; (5 + 0) / 2.
    assert found.answer_score == 3
    assert found.axes == {axis: 5.0 if axis == "faithfulness" else 2.5 for axis in AXES}
    assert sum(value or 0 for value in found.axes.values()) / 5 == found.answer_score
    estimate = estimates(rows, n_boot=100)["answer_score"]
    assert (estimate.n, estimate.missing) == (2, {"error": 1, "not_applicable": 1})
    assert estimate.low is not None
    assert estimate.high is not None
    assert 0 <= estimate.low < 3 < estimate.high <= 5


def test_abstention_metrics_go_by_status_or_words() -> None:
    rows = [
        abstained_row("u1", answerable=False, refused=True),
        answered_row("u2", answerable=False, refused=True),  # in words
        answered_row("u3", answerable=False, refused=False),
        abstained_row("a1", refused=True),
        *(answered_row(f"a{i}", refused=False) for i in range(2, 5)),
        failed_row("e"),
    ]
    found = abstention_section(rows, alpha=0.1, threshold=None)
    assert found.abstain_precision == 2 / 3  # right: u1, u2; of u1, u2, a1
    assert found.abstain_recall == 2 / 3  # u1, u2; of u1, u2, u3
    assert found.false_refusal_rate == 1 / 4  # a1; of a1 to a4
    # By status alone, as the threshold decided.
    assert found.unanswerable_abstained_rate == 1 / 3


@pytest.mark.parametrize(
    ("rows", "precision", "recall", "false_refusals"),
    [
        ([answered_row("a", refused=False)], None, None, 0.0),
        ([answered_row("u", answerable=False, refused=False)], None, 0.0, None),
        ([abstained_row("a", refused=True), abstained_row("u", answerable=False, refused=True)], 0.5, 1.0, 1.0),
        ([abstained_row("a"), answered_row("b")], None, None, None),  # an earlier report's rows do not say
        ([], None, None, None),
    ],
)
def test_a_rate_over_nothing_is_missing(
    rows: list[CaseRow], precision: float | None, recall: float | None, false_refusals: float | None
) -> None:
    found = abstention_section(rows, alpha=0.1, threshold=None)
    stated = (found.abstain_precision, found.abstain_recall, found.false_refusal_rate)
    assert stated == (precision, recall, false_refusals)


def test_every_measure_is_in_the_catalogue_with_its_range() -> None:
    assert set(MEASUREMENTS) <= set(CATALOG)
    points = {name for name, measure in CATALOG.items() if measure.unit == "points"}
    assert points == {"answer_score", *(f"axis_{axis}" for axis in AXES)}
    assert {CATALOG[name].high for name in points} == {5.0}
    assert [name for name in MEASUREMENTS if CATALOG[name].direction == "lower"] == [
        "error_rate_answered",
        "cost_per_question_usd",
        "unsupported_claims",
        "false_refusal_rate",
    ]


def test_a_failed_row_has_no_value_in_any_measure_but_cost() -> None:
    assert FAILED.status is Status.ERROR
    found = {name for name, measuring in MEASUREMENTS.items() if not isinstance(measuring(FAILED), Outcome)}
    assert found == {"cost_per_question_usd"}

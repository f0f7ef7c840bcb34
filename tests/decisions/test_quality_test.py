"""Three ways to read a drop, three outcomes, and how often two equally good systems look worse."""

from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.records import CaseRow, Report
from cairn_nb.seeds import stream
from tests.report_factory import answered_row, answered_rows, build_report, with_judge

N = 24
BEFORE = build_report(answered_rows(N, judge=0.8))
CLEARLY_WORSE = with_judge(BEFORE, [0.5] * 16 + [0.8] * 8)
CLEARLY_BETTER = with_judge(BEFORE, [0.8] * 4 + [0.95] * 20)
# one of 24 falls by 0.12: a drop of 0.005 that is no evidence of anything
ONE_FALLS = with_judge(BEFORE, [0.68] + [0.8] * (N - 1))


def test_point_blocks_on_any_drop_and_shows_the_evidence_beside_it() -> None:
    verdict = gate(BEFORE, ONE_FALLS)
    assert verdict.reasons == (
        "judge_score dropped by 0.005 (baseline 0.800, candidate 0.795); the allowed drop is 0.000.",
    )
    quality, citation = verdict.comparisons
    assert (quality.metric, quality.outcome, quality.wins, quality.ties, quality.losses) == (
        "judge_score",
        "cannot_tell",
        0,
        23,
        1,
    )
    assert quality.difference.value == pytest.approx(-0.12 / 24)
    assert quality.difference.low is not None and quality.difference.low < -0.005 < 0.0
    assert quality.smallest_visible is not None and quality.smallest_visible > 0.005
    assert (citation.metric, citation.losses) == ("citation_validity", 0)
    assert any("judge_score over the 24 cases scored in both: -0.005" in note for note in verdict.notes)


def test_regressed_promotes_with_a_note_where_it_cannot_tell() -> None:
    verdict = gate(BEFORE, ONE_FALLS, quality_test="regressed")
    assert verdict.promote is True
    assert any("judge_score" in note and "cannot tell" in note for note in verdict.notes)
    assert verdict.quality_test == "regressed"


def test_regressed_blocks_on_evidence() -> None:
    verdict = gate(BEFORE, CLEARLY_WORSE, quality_test="regressed")
    # 16 of 24 fall by 0.3; of 2^16 sign patterns one is as extreme, far under 1 in 1,000
    assert verdict.reasons == (
        "judge_score dropped by 0.200 over the 24 cases scored in both (one-sided p < 0.001); "
        "the allowed drop is 0.000.",
    )
    assert verdict.exit_code == 1
    assert len(verdict.details[0].case_ids) == 16


def test_regressed_allows_what_is_allowed() -> None:
    assert gate(BEFORE, CLEARLY_WORSE, quality_test="regressed", max_quality_drop=0.25).promote is True


def test_noninferior_has_no_verdict_where_it_cannot_tell() -> None:
    verdict = gate(BEFORE, ONE_FALLS, quality_test="noninferior")
    assert verdict.exit_code == 2
    [sentence] = verdict.undecided
    assert sentence.startswith("judge_score: cannot tell whether it dropped by more than 0.000; these cases show drops")


def test_noninferior_promotes_on_evidence_of_none() -> None:
    verdict = gate(BEFORE, CLEARLY_BETTER, quality_test="noninferior", max_quality_drop=0.02)
    assert verdict.promote is True
    assert verdict.comparisons[0].outcome == "not_worse"


def test_noninferior_blocks_on_evidence_of_harm() -> None:
    assert gate(BEFORE, CLEARLY_WORSE, quality_test="noninferior", max_quality_drop=0.02).exit_code == 1


def test_noninferior_with_a_margin_too_small_for_these_cases_says_so() -> None:
    verdict = gate(BEFORE, ONE_FALLS, quality_test="noninferior", max_quality_drop=0.001)
    assert "allow more with --max-quality-drop" in verdict.undecided[0]


@pytest.mark.parametrize(("n_documents", "testable"), [(5, False), (6, True)])
def test_under_six_documents_nothing_can_be_told(n_documents: int, testable: bool) -> None:
    """Every one of 30 cases falls by half; over 5 documents that is no evidence (2^-5 = 3%, two-sided 6%)."""
    rows = [answered_row(f"c{i:02d}", judge=0.9, cluster_id=f"d{i % n_documents}") for i in range(30)]
    before = build_report(rows)
    verdict = gate(before, with_judge(before, [0.4] * 30), quality_test="regressed", require_guarantee=False)
    assert verdict.comparisons[0].difference.n_clusters == n_documents
    assert (verdict.promote is False) is testable
    if not testable:
        assert any("too few clusters (5) for a test" in note for note in verdict.notes)


def test_questions_of_one_document_are_not_independent_evidence() -> None:
    """Thirty falls within ten documents; taken as thirty questions they would weigh more."""
    rows = [answered_row(f"c{i:02d}", judge=0.9, cluster_id=f"d{i % 10}") for i in range(30)]
    before = build_report(rows)
    after = with_judge(before, [0.5 if i % 10 < 5 else 0.9 for i in range(30)])
    by_document = gate(before, after).comparisons[0]
    by_question = gate(before, after, cluster="none").comparisons[0]
    # five of ten documents fell: 2^-5 of the sign patterns are as extreme
    assert by_document.p_value == pytest.approx(2 / 2**5)
    assert by_question.p_value is not None and by_question.p_value < 0.001


def test_two_metrics_are_two_chances_and_holm_allows_for_it() -> None:
    """Quality alone has one-sided p = 2^-5 = 0.031; with citations changing too it must pass 0.025."""
    rows = answered_rows(12, judge=0.9, claims=(4, 4))
    before = build_report(rows)
    five_fall = [0.6] * 5 + [0.9] * 7
    alone = with_judge(before, five_fall)
    verdict = gate(before, alone, quality_test="regressed")
    assert verdict.comparisons[0].p_regressed == pytest.approx(1 / 2**5)
    assert verdict.exit_code == 1

    moved = [
        row.changed(claims_supported=3, citation_validity=0.75, faithful=False) if i == 11 else row
        for i, row in enumerate(alone.per_case)
    ]
    verdict = gate(before, build_report(moved), quality_test="regressed")
    assert verdict.comparisons[0].p_regressed == pytest.approx(2 / 2**5)
    assert verdict.promote is True


def test_citations_that_no_case_changes_need_no_proof() -> None:
    verdict = gate(BEFORE, CLEARLY_BETTER, quality_test="noninferior")
    assert {result.check: result.outcome for result in verdict.checks}["citation"] == "passed"


@pytest.mark.parametrize("test", ["regressed", "noninferior"])
def test_without_rows_only_the_means_are_known(test: str) -> None:
    bare = BEFORE.changed(per_case=(), schema_version=None)
    verdict = gate(bare, bare, quality_test=test)  # type: ignore[arg-type]
    sentence = "judge_score: cannot tell, a report carries no rows to compare case by case."
    assert verdict.exit_code == (0 if test == "regressed" else 2)
    assert sentence in (verdict.notes if test == "regressed" else verdict.undecided)


def equally_good(rng: np.random.Generator, n_documents: int) -> tuple[Report, Report]:
    """Two systems drawn from one distribution; within a document scores correlate by 0.6."""
    return tuple(  # type: ignore[return-value]
        build_report(_rows(rng, n_documents), alpha=0.99) for _ in ("baseline", "candidate")
    )


def _rows(rng: np.random.Generator, n_documents: int) -> list[CaseRow]:
    rows = []
    for document in range(n_documents):
        grade, citing = rng.normal(size=2)
        for question in range(5):
            score = 0.7 + 0.15 * (0.6**0.5 * grade + 0.4**0.5 * rng.normal())
            share = 0.8 + 0.2 * (0.6**0.5 * citing + 0.4**0.5 * rng.normal())
            claims = (int(np.clip(round(4 * share), 0, 4)), 4)
            case_id = f"{document}-{question}"
            judge = float(np.clip(score, 0, 1))
            rows.append(answered_row(case_id, judge=judge, claims=claims, cluster_id=f"d{document}", correct=True))
    return rows


def blocked(n_documents: int, n_draws: int) -> int:
    rng = stream(7, "equally good systems", n_documents)
    pairs = (equally_good(rng, n_documents) for _ in range(n_draws))
    return sum(gate(*pair, quality_test="regressed", n_boot=100).promote is False for pair in pairs)


def most_expected(n_draws: int) -> int:
    """The 99.9% quantile of Binomial(n, 5%)."""
    from scipy.stats import binom

    return int(binom.ppf(0.999, n_draws, 0.05))


@pytest.mark.parametrize("n_documents", [10, 20])
def test_two_equally_good_systems_rarely_look_worse(n_documents: int) -> None:
    assert blocked(n_documents, 20) <= most_expected(20)


@pytest.mark.slow
@pytest.mark.parametrize(("n_documents", "n_draws"), [(10, 300), (20, 300), (60, 150)])
def test_two_equally_good_systems_look_worse_at_most_one_time_in_twenty(n_documents: int, n_draws: int) -> None:
    assert blocked(n_documents, n_draws) <= most_expected(n_draws)


def test_under_a_hundred_documents_the_gate_states_students_interval() -> None:
    quality = gate(BEFORE, CLEARLY_WORSE).comparisons[0].difference
    assert quality.method == "Student's t of paired differences by cluster"
    # 16 of 24 fall by 0.3: the sum of squares around -0.2 is 16 x 0.01 + 8 x 0.04 = 0.48, so the standard error is
    # sqrt(0.48 / (23 x 24)) = 0.02949, and t(0.975) with 23 degrees of freedom is 2.0687.
    assert quality.low == pytest.approx(-0.2 - 2.0687 * 0.02949, abs=1e-5)

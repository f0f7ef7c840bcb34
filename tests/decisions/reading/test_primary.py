"""Rankings without answers: they are compared by what they found, and by nothing else."""

from __future__ import annotations

from math import log2

import pytest

from cairn_nb.decisions.board.leaderboard import leaderboard, leaderboard_markdown
from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.reading.primary import is_ranking_alone, primary_measure, primary_value, retrieval_metric
from cairn_nb.records import CaseRow, Outcome, Report, Status
from tests.report_factory import abstained_row, answered_rows, build_report, failed_row

UNSAID = dict.fromkeys(("status", "exact_match", "token_f1", "judge_score", "correct"), Outcome.NOT_APPLICABLE)
N = 12


def ranked(case_id: str, rank: int | None, *, labelled: bool = True) -> CaseRow:
    """A query whose one relevant document stands at `rank` of ten, or nowhere."""
    names = [f"d{place}" for place in range(1, 11)]
    if rank is not None:
        names[rank - 1] = "right"
    return CaseRow(
        case_id=case_id,
        answerable=True,
        status=Status.ANSWERED,
        outcomes=UNSAID,
        cluster_id=case_id,
        latency_ms=None,
        support_located=True,
        retrieved_support_rank=rank,
        ranked_documents=tuple(names) if labelled else (),
        relevant_documents={"right": 1.0} if labelled else {},
    )


def rankings(*ranks: int | None, labelled: bool = True, name: str = "ranking") -> Report:
    rows = [ranked(f"q{place:02d}", rank, labelled=labelled) for place, rank in enumerate(ranks)]
    return build_report(rows, config_name=name)


GOOD = rankings(*[1] * N)


def test_a_ranking_says_nothing_of_answers() -> None:
    assert is_ranking_alone(GOOD)
    assert is_ranking_alone(build_report([ranked("a", 1), failed_row("b")]))
    assert not is_ranking_alone(build_report([failed_row("b")]))
    assert not is_ranking_alone(build_report([ranked("a", 1), abstained_row("b")]))


def test_documents_decide_and_supports_where_no_document_is_labelled() -> None:
    worse = rankings(*[2] * N)
    verdict = gate(GOOD, worse)
    # A second place is worth 1 / log2(3) = 0.631 of a first; 12 of 12 fall, 2^-12 one-sided.
    assert verdict.primary_metric == "document_ndcg_at_10"
    assert verdict.deltas["document_ndcg_at_10"] == pytest.approx(1 / log2(3) - 1)
    assert verdict.reasons == (
        "document_ndcg_at_10 dropped by 0.369 (baseline 1.000, candidate 0.631); the allowed drop is 0.000.",
    )
    assert verdict.details[0].case_ids == tuple(f"q{place:02d}" for place in range(N))
    assert verdict.exit_code == 1
    unlabelled = gate(rankings(*[1] * N, labelled=False), rankings(*[6] * N, labelled=False))
    assert (unlabelled.primary_metric, unlabelled.deltas["recall_at_5"]) == ("recall_at_5", -1.0)


@pytest.mark.parametrize("test", ["point", "regressed", "noninferior"])
def test_all_three_readings_of_a_drop_work(test: str) -> None:
    assert gate(GOOD, rankings(*[2] * N), quality_test=test).promote is False
    same = gate(GOOD, GOOD, quality_test=test, max_quality_drop=0.5)
    assert (same.promote, same.exit_code) == (True, 0)
    outcomes = {result.check: result.outcome for result in same.checks}
    assert outcomes["quality"] == "passed"
    assert {outcomes[name] for name in ("citation", "cost", "latency", "guarantee", "answer_rate")} == {"not_gated"}


def test_nothing_is_said_of_ungraded_answers_or_of_a_promise() -> None:
    notes = gate(GOOD, GOOD).notes
    assert not any("no grade" in note for note in notes)
    assert "the candidate is a ranking without answers, which promises nothing." in notes


def test_a_ranking_against_answers_has_no_verdict() -> None:
    answers = build_report([row.changed(case_id=f"q{i:02d}") for i, row in enumerate(answered_rows(N))])
    verdict = gate(answers, GOOD, require_guarantee=False)
    assert (verdict.promote, verdict.exit_code) == (None, 2)
    assert verdict.undecided[0] == "token_f1 cannot be compared: the candidate answered no answerable case."


def test_two_that_always_abstain_are_no_rankings() -> None:
    silent = build_report([abstained_row(f"c{i:02d}") for i in range(N)])
    assert gate(silent, silent).primary_metric == "token_f1"
    assert gate(silent, silent).exit_code == 2


def test_rankings_have_a_leaderboard_of_their_own_measure() -> None:
    board = leaderboard([rankings(*[3] * N, name="third"), GOOD])
    assert board.primary_metric == "document_ndcg_at_10"
    assert [(row.config, row.rank) for row in board.rows] == [("ranking", 1), ("third", 2)]
    assert board.notes == ("sorted by document_ndcg_at_10, because no report has an answer to grade.",)
    # A third place is worth 1 / log2(4) = 0.5.
    assert board.rows[1].estimates["document_ndcg_at_10"].value == 0.5
    text = leaderboard_markdown(board)
    assert "| config | document_ndcg_at_10 | recall@5 |" in text


def test_a_row_has_the_measure_that_its_report_has() -> None:
    value = primary_measure("document_ndcg_at_10")
    assert [value(row) for row in rankings(1, None).per_case] == [1.0, 0.0]
    assert value(failed_row("x")) is None
    assert primary_value(rankings(1, None), "document_ndcg_at_10") == 0.5
    assert retrieval_metric([build_report([abstained_row("a", support_located=None)])]) is None

"""Answer rate, retrieval and budget: notes until a flag turns each on."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.records import Report
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report

REPORT = build_report(answered_rows(10))
QUIET = build_report([*answered_rows(4), *(abstained_row(f"c{i:02d}") for i in range(4, 10))])
# ranks 7 and none: recall@5 falls to 8/10, recall@10 to 9/10, nDCG@10 to (8 + 1/log2(8)) / 10 = 0.833
LOST = build_report(
    [
        *answered_rows(8),
        answered_row("c08", retrieved_support_rank=7),
        answered_row("c09", retrieved_support_rank=None),
    ]
)
DROPS = [
    "recall@5 dropped by 0.200 (baseline 1.000, candidate 0.800)",
    "recall@10 dropped by 0.100 (baseline 1.000, candidate 0.900)",
    "ndcg@10 dropped by 0.167 (baseline 1.000, candidate 0.833)",
]


def budgeted(**budget: float) -> Report:
    return build_report(answered_rows(10), notes={"budget": budget})


def test_one_perfect_answer_out_of_many_is_noted_and_blocks_under_the_flag() -> None:
    lonely = build_report([answered_row("c00"), *(abstained_row(f"c{i:02d}") for i in range(1, 10))])
    assert "answer rate dropped by 0.900 (baseline 1.000, candidate 0.100); not gated." in gate(REPORT, lonely).notes
    verdict = gate(REPORT, lonely, max_answer_rate_drop=0.05)
    assert verdict.reasons == (
        "answer rate dropped by 0.900 (baseline 1.000, candidate 0.100); the allowed drop is 0.050.",
    )
    assert verdict.details[0].case_ids == tuple(f"c{i:02d}" for i in range(1, 10))


@pytest.mark.parametrize(("allowed", "promote"), [(0.6, True), (0.59, False), (0.0, False)])
def test_the_allowed_drop_of_the_answer_rate(allowed: float, promote: bool) -> None:
    """1.0 to 0.4 is a drop of 0.6."""
    assert gate(REPORT, QUIET, max_answer_rate_drop=allowed).promote is promote


def test_lost_passages_are_noted() -> None:
    verdict = gate(REPORT, LOST)
    assert verdict.promote is True
    assert [f"{drop}; not gated." for drop in DROPS] == [note for note in verdict.notes if "not gated" in note]


def test_lost_passages_block_under_the_flag() -> None:
    verdict = gate(REPORT, LOST, max_retrieval_drop=0.1)
    # recall@10 fell by exactly what is allowed
    assert verdict.reasons == tuple(f"{drop}; the allowed drop is 0.100." for drop in (DROPS[0], DROPS[2]))
    assert verdict.details[0].case_ids == ("c08", "c09")


def test_retrieval_that_was_not_measured_is_undecided_under_the_flag_only() -> None:
    unlocated = build_report(answered_rows(10, retrieved_support_rank=None, support_located=False))
    assert gate(REPORT, unlocated).promote is True
    verdict = gate(REPORT, unlocated, max_retrieval_drop=0.1)
    assert verdict.exit_code == 2
    assert "recall@5 cannot be compared: a report has none." in verdict.undecided
    assert "retrieval is over 10 located cases in the baseline and 0 in the candidate." in verdict.notes


# (budget, the sentence without its end)
BUDGETS: list[tuple[dict[str, float], str]] = [
    (
        {"max_cost_per_question_usd": 0.0005},
        "the candidate is over budget: 0.001000 USD a question against 0.000500 USD",
    ),
    ({"max_p95_latency_ms": 80}, "the candidate is over budget: p95 latency 100 ms against 80 ms"),
]


@pytest.mark.parametrize(("budget", "sentence"), BUDGETS)
def test_a_broken_budget_is_a_note_until_it_is_enforced(budget: dict[str, float], sentence: str) -> None:
    broken = budgeted(**budget)
    assert f"{sentence}; not gated." in gate(REPORT, broken).notes
    verdict = gate(REPORT, broken, enforce_budget=True)
    assert verdict.reasons == (f"{sentence}.",)


@pytest.mark.parametrize("budget", [{"max_cost_per_question_usd": 0.001}, {"max_p95_latency_ms": 100}])
def test_a_budget_that_is_just_kept(budget: dict[str, float]) -> None:
    assert gate(REPORT, budgeted(**budget), enforce_budget=True).promote is True


def test_no_budget_to_enforce_is_said() -> None:
    verdict = gate(REPORT, REPORT, enforce_budget=True)
    assert verdict.promote is True
    assert "the candidate's configuration sets no budget." in verdict.notes


@pytest.mark.parametrize(
    ("fields", "budget", "word"),
    [({"cost_usd": None}, {"max_cost_per_question_usd": 1.0}, "cost budget")],
)
def test_a_budget_that_cannot_be_checked_is_undecided(
    fields: dict[str, Any], budget: dict[str, float], word: str
) -> None:
    unknown = build_report(answered_rows(10, **fields), notes={"budget": budget})
    verdict = gate(REPORT, unknown, enforce_budget=True)
    assert verdict.exit_code == 2
    assert word in verdict.undecided[0]

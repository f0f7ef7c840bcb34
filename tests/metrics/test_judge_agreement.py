"""Agreement of a panel's judges by hand: alpha, missing judges, and where there is nothing to agree on."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.metrics.judge_agreement import MEASURES, judge_agreement, panel_ratings
from cairn_nb.records import CaseRow, Status
from cairn_nb.records.axis_verdict import AXES


def row(number: int, **scores: float | None) -> CaseRow:
    """A row whose judges gave one grade on every axis; None for a judge that sat out or failed."""
    panel: dict[str, Any] = {
        judge: {} if score is None else {**dict.fromkeys(AXES, score), "answer_score": score}
        for judge, score in scores.items()
    }
    return CaseRow(
        case_id=f"c{number}",
        answerable=True,
        status=Status.ANSWERED,
        cluster_id=f"d{number}",
        answer_judge={"panel_scores": panel, "fallback": False},
    )


def test_alpha_by_hand() -> None:
    rows = [row(0, a=1, b=1), row(1, a=2, b=3)]
    # Ratings 1 1 | 2 3. Within items: the squared differences over ordered pairs, each item over (m - 1) = 1:
    # 0 and 2 * (2-3)^2 = 2; over n = 4: 0.5. Expected: over all ordered pairs of 1 1 2 3, divided by n (n - 1) = 12:
    # 2 * ((0) + (1-2)^2 * 2 + (1-3)^2 * 2 + (2-3)^2) = 2 * (2 + 8 + 1) = 22, 22/12. alpha = 1 - 0.5 / (22/12) = 8/11.
    found = judge_agreement(rows)
    assert set(found) == set(MEASURES)
    assert found["answer_score"].value == pytest.approx(8 / 11)
    assert found["answer_score"].n == 2 and found["answer_score"].low is None  # two items carry no interval


def test_a_judge_that_sat_out_is_a_missing_value() -> None:
    rows = [row(0, a=1, b=1), row(1, a=2, b=3), row(2, a=5, b=None), row(3, a=None, b=0)]
    found = judge_agreement(rows)["correctness"]
    assert found.value == pytest.approx(8 / 11)
    assert (found.n, found.missing) == (2, {"fewer than two ratings": 2})
    assert list(panel_ratings(rows, "correctness")) == ["a", "b"]


def test_judges_of_several_systems_are_told_apart_by_name() -> None:
    rows = [row(0, a=1, b=1), row(1, b=2, c=3), row(2, a=None, b=4, c=4)]
    assert list(panel_ratings(rows, "relevance")) == ["a", "b", "c"]
    assert judge_agreement(rows)["relevance"].n == 3


def test_nothing_to_agree_on() -> None:
    one = CaseRow(case_id="x", answerable=True, status=Status.ANSWERED, answer_judge={"fallback": False})
    assert judge_agreement([]) == judge_agreement([one]) == {}
    assert judge_agreement([row(0, a=1, b=None), row(1, a=None, b=2)]) == {}  # scorers: first


def test_clusters_are_those_of_the_rows_that_count() -> None:
    graded = [row(number, a=number % 5, b=(number * 3) % 5) for number in range(24)]
    plain = CaseRow(case_id="x", answerable=True, status=Status.ERROR)
    rows = [plain, *graded]
    found = judge_agreement(rows, clusters=["x", *(f"d{number // 2}" for number in range(24))])
    assert found["answer_score"].n_clusters == 12
    assert found["answer_score"].low is not None
    assert found == judge_agreement(graded, clusters=[f"d{number // 2}" for number in range(24)])

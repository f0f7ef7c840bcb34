"""Ratings become labels of the answers that they were given to, and of no other."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.errors import InputError
from cairn_nb.explorer.rows.labels import labels_of
from cairn_nb.records import Report, answer_digest
from tests.report_factory import answered_row, build_report

TIME = "2026-01-31T12:00:00.000Z"


def report(name: str, **changes: Any) -> Report:
    rows = [answered_row("c1"), answered_row("c1", trial=1, answer_text="another"), answered_row("c2")]
    return build_report(rows, config_name=name, run_id=f"run-{name}", **changes)


def test_labels_stand_in_the_order_of_runs_and_rows() -> None:
    ratings = {
        "b": {"c2": {"verdict": "unsure", "rated_at": TIME}},
        "a": {
            "c2": {"verdict": "right", "note": "as it is", "rated_at": TIME},
            "c1 · trial 2": {"verdict": "wrong", "note": "", "rated_at": TIME, "rater": "Ben"},
        },
    }
    found = labels_of([report("x"), report("y")], ["a", "b"], ratings, rater="Ana")
    said = [
        (label.config_name, label.run_id, label.case_id, label.trial, label.verdict, label.rater) for label in found
    ]
    assert said == [
        ("x", "run-x", "c1", 1, "wrong", "Ben"),
        ("x", "run-x", "c2", 0, "right", "Ana"),
        ("y", "run-y", "c2", 0, "unsure", "Ana"),
    ]
    assert [label.answer_sha256 for label in found] == [
        answer_digest("another"), *[answer_digest("the answer to c2")] * 2
    ]  # fmt: skip
    assert [label.note for label in found] == ["", "as it is", ""]


def test_a_rating_without_a_time_is_given_now() -> None:
    [label] = labels_of([report("x")], ["x"], {"x": {"c1": {"verdict": "right"}}})
    assert label.rated_at.endswith("Z") and label.rated_at > "2024" and label.rater is None


def test_no_rating_gives_no_label_and_unknown_rows_are_left_out() -> None:
    assert labels_of([report("x")], ["x"], {}) == ()
    assert labels_of([report("x")], ["x"], {"x": {"gone": {"verdict": "right"}}, "other": {}}) == ()


@pytest.mark.parametrize("rating", [{"verdict": "maybe"}, {"note": "only"}, {"verdict": "right", "mood": "good"}])
def test_what_is_no_rating_is_named_by_run_and_row(rating: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"x: c1: (verdict|mood)"):
        labels_of([report("x")], ["x"], {"x": {"c1": rating}})

"""Why a row failed, type by type, and that the documentation names each."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.decisions import failures
from cairn_nb.decisions.failures import failure_type
from cairn_nb.records import CaseRow, Outcome
from tests.report_factory import abstained_row, answered_row, failed_row

DEFINITIONS = Path(__file__).parents[2] / "docs/definitions.md"


@pytest.mark.parametrize(
    ("row", "found"),
    [
        (answered_row("a"), ""),
        (answered_row("a", judge=0.1), "wrong answer"),
        (answered_row("a", judge=0.1, retrieved_support_rank=None), "wrong answer, evidence not retrieved"),
        (answered_row("a", judge=0.1, retrieved_support_rank=None, support_located=None), "wrong answer"),
        (answered_row("a", judge=0.1, claims=(0, 2)), "wrong answer"),
        (answered_row("a", claims=(1, 2)), "unsupported claims"),
        (answered_row("a", claims=(0, 0)), ""),
        (answered_row("a", claims_total=None, claims_supported=None, citation_validity=0.5), "unsupported claims"),
        (answered_row("a", answerable=False), "answered unanswerable"),
        (abstained_row("a", answerable=False), ""),
        (abstained_row("a"), "abstained with evidence retrieved"),
        (abstained_row("a", retrieved_support_rank=None), "abstained, evidence not retrieved"),
        (abstained_row("a", retrieved_support_rank=None, support_located=None), "abstained"),
        (failed_row("a"), "error: ServerError"),
        (failed_row("a", error_kind=None), "error"),
        (failed_row("a", error_kind="timeout"), "error: timeout"),
        (failed_row("a", error_kind=None, outcomes={"status": Outcome.TIMEOUT}), "error: timeout"),
    ],
)
def test_the_first_type_that_applies(row: CaseRow, found: str) -> None:
    assert failure_type(row) == found


def test_an_unjudged_answer_is_no_failure() -> None:
    assert failure_type(answered_row("a", judge=None).changed(correct=None)) == ""


def test_every_type_is_defined() -> None:
    text = DEFINITIONS.read_text(encoding="utf-8").split("## Failure types")[1].split("\n## ")[0]
    named = {value for name, value in vars(failures).items() if name.isupper() and isinstance(value, str) and value}
    assert all(f"`{name}`" in text for name in named)

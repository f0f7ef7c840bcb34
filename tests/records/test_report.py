"""A row holds only what can have been measured, so that no sum over rows overflows and no share leaves its range."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from cairn_nb.records import CaseRow
from tests.report_factory import answered_row

IMPOSSIBLE: list[dict[str, Any]] = [
    {"cost_usd": 1e308},
    {"latency_ms": 1e308},
    {"trial": -1},
    {"claims_total": -1, "claims_supported": -1},
    {"claims_total": 1, "claims_supported": 2},
    {"claims_total": None, "claims_supported": 2},
]


@pytest.mark.parametrize("values", IMPOSSIBLE)
def test_a_row_that_nobody_can_have_measured(values: dict[str, Any]) -> None:
    row = answered_row("a")
    with pytest.raises(ValidationError):
        row.changed(**values)


def test_a_row_may_leave_its_claims_uncounted() -> None:
    row: CaseRow = answered_row("a").changed(claims_total=None, claims_supported=None)
    assert row.claims_total is None

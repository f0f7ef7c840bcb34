"""Why a row has no value in a measure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cairn_nb.records import CaseRow, Outcome, Status

Measurement: TypeAlias = float | Outcome
Measuring: TypeAlias = Callable[[CaseRow], Measurement]


def reason(row: CaseRow, field: str) -> Outcome:
    """Why the row has no value in `field`: its own outcome where it states one, else what its status says.

    An answer that refuses in words is no more an answer than one that was withheld.
    """
    stated = row.outcomes.get(field)
    if row.status is Status.ERROR:
        return stated if stated in (Outcome.TIMEOUT, Outcome.UNPARSED) else Outcome.ERROR
    if row.status is Status.ABSTAINED or row.refused:
        return Outcome.ABSTAINED
    return Outcome.NOT_APPLICABLE if stated in (None, Outcome.SCORED) else stated


def is_given(row: CaseRow) -> bool:
    """Whether there is an answer whose content can be measured: neither an error nor a refusal, by status or words."""
    return row.status is Status.ANSWERED and not row.refused

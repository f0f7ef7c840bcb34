"""A part of a row: some fields, and what became of the measurements among them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from cairn_nb.records.answer import Answer
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.records.refusal import RefusalVerdict
from cairn_nb.runner.failures import outcome_of
from cairn_nb.text.refusal import is_refusal

DECIMALS = 6
NOTHING: Mapping[str, Outcome] = MappingProxyType({})


class RowPart(NamedTuple):
    """Some fields of a row, and the outcomes of the measurements among them."""

    values: Mapping[str, Any]
    outcomes: Mapping[str, Outcome] = NOTHING


def without(names: Iterable[str], outcome: Outcome) -> RowPart:
    """Measurements that have no value, for one reason."""
    return RowPart({}, dict.fromkeys(names, outcome))


def rounded(value: float | None) -> float | None:
    """A share as it stands in a row."""
    return None if value is None else round(value, DECIMALS)


def is_refused(answer: Answer, refusal: RefusalVerdict | None = None) -> bool | None:
    """Whether the answer declines to answer, by status, by `refusal` or in words; None after an error."""
    if answer.status is Status.ERROR:
        return None
    if answer.status is Status.ABSTAINED:
        return True
    return is_refusal(answer.text) if refusal is None else refusal.refused


def not_given(answer: Answer, *, refused: bool | None) -> Outcome | None:
    """Why nothing about the answer's content can be measured; None when it can."""
    if answer.status is Status.ERROR:
        return outcome_of(answer.error_kind or "")
    return Outcome.ABSTAINED if refused else None

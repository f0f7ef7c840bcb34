"""Every measurement of a case is a value or a reason why there is none."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What became of one measurement of one case."""

    SCORED = "scored"
    NOT_APPLICABLE = "not_applicable"
    ABSTAINED = "abstained"
    ERROR = "error"
    TIMEOUT = "timeout"
    UNPARSED = "unparsed"


class Status(StrEnum):
    """What became of a case. Only the first two enter a rate."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    ERROR = "error"

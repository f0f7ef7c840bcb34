"""In which ways a case changed between two runs. docs/definitions.md says the same in a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from cairn_nb.decisions.reading.limits import DUST, GateLimits
from cairn_nb.decisions.reading.pair import Pair, citation_measure, given
from cairn_nb.records import CaseRow, Status


class ChangeKind(NamedTuple):
    """A way to change. A regression is one against the candidate; `content` ones are about what it said."""

    key: str
    label: str
    help: str
    regression: bool
    content: bool = True


KINDS = (
    ChangeKind("became_wrong", "became wrong", "wrong now; right, withheld or failed before", regression=True),
    ChangeKind("became_right", "became right", "right now; wrong, withheld or failed before", regression=False),
    ChangeKind("newly_abstained", "newly abstained", "answered before, withheld or refused now", regression=True),
    ChangeKind("newly_answered", "newly answered", "not answered before, answered now", regression=False),
    ChangeKind("newly_failed", "newly failed", "ended in an error now, and did not before", regression=True),
    ChangeKind(
        "citation_lost",
        "citation lost",
        "a smaller share of the answer's claims is verified than before",
        regression=True,
    ),
    ChangeKind(
        "slower",
        "slower",
        "took longer by more than the gate allows p95 to rise, and longer than the baseline's p95; on one machine only",
        regression=True,
        content=False,
    ),
    ChangeKind(
        "dearer", "dearer", "cost more than before by more than the gate allows", regression=True, content=False
    ),
)


def verdict(row: CaseRow) -> bool | None:
    """Whether the case was handled rightly: a right answer, or none where the documents hold none.

    None where it was withheld though the documents hold an answer, failed, or was not judged. A refusal in words is
    no answer, as in every measure.
    """
    if row.status is Status.ERROR:
        return None
    if not row.answerable:
        return not given(row)
    return row.correct if given(row) else None


@dataclass(frozen=True)
class ChangeRules:
    """What counts as a change between these two runs: the limits of the gate, and the baseline's p95.

    `p95_ms` is null where times cannot be compared: none was measured, or on another machine.
    """

    limits: GateLimits
    p95_ms: float | None

    @classmethod
    def of(cls, pair: Pair, limits: GateLimits | None = None) -> ChangeRules:
        """The rules for a pair of reports, with the gate's default limits unless others are given."""
        here, there = pair.baseline_notes.environment, pair.candidate_notes.environment
        elsewhere = here is not None and there is not None and here != there
        return cls(limits or GateLimits(), None if elsewhere else pair.baseline.operational.latency_p95_ms)

    def kinds(self, before: CaseRow, after: CaseRow) -> tuple[str, ...]:
        """Every kind that applies, in the order of `KINDS`; of one case several may."""
        tests: dict[str, Callable[[CaseRow, CaseRow], bool]] = {
            "became_wrong": _became_wrong,
            "became_right": _became_right,
            "newly_abstained": _newly_abstained,
            "newly_answered": _newly_answered,
            "newly_failed": _newly_failed,
            "citation_lost": _citation_lost,
            "slower": self._slower,
            "dearer": self._dearer,
        }
        return tuple(kind.key for kind in KINDS if tests[kind.key](before, after))

    def _slower(self, before: CaseRow, after: CaseRow) -> bool:
        if self.p95_ms is None or not _both_ran(before, after):
            return False
        if before.latency_ms is None or after.latency_ms is None:
            return False
        rise = after.latency_ms - before.latency_ms
        allowed = max(self.limits.min_p95_delta_ms, self.limits.max_p95_increase * before.latency_ms)
        return rise > allowed + DUST and after.latency_ms > self.p95_ms

    def _dearer(self, before: CaseRow, after: CaseRow) -> bool:
        if before.cost_usd is None or after.cost_usd is None or not _both_ran(before, after):
            return False
        return after.cost_usd > before.cost_usd * (1 + self.limits.max_cost_increase) + DUST


def _both_ran(before: CaseRow, after: CaseRow) -> bool:
    return Status.ERROR not in (before.status, after.status)


def _became_wrong(before: CaseRow, after: CaseRow) -> bool:
    return verdict(after) is False and verdict(before) is not False


def _became_right(before: CaseRow, after: CaseRow) -> bool:
    return verdict(after) is True and verdict(before) is not True


def _newly_abstained(before: CaseRow, after: CaseRow) -> bool:
    return given(before) and not given(after) and after.status is not Status.ERROR


def _newly_answered(before: CaseRow, after: CaseRow) -> bool:
    return given(after) and not given(before)


def _newly_failed(before: CaseRow, after: CaseRow) -> bool:
    return after.status is Status.ERROR and before.status is not Status.ERROR


def _citation_lost(before: CaseRow, after: CaseRow) -> bool:
    share, left = citation_measure(before), citation_measure(after)
    return given(after) and share is not None and (left or 0.0) < share - DUST

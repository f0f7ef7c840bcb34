"""An answer taken apart into claims, each checked by itself against what the generator was given."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.answer import Step
from cairn_nb.records.base import Record
from cairn_nb.records.outcome import Outcome
from cairn_nb.records.section import Share


class CheckedClaim(Record):
    """One statement of an answer. `supported` is null where no usable probability was given; `reason` says why."""

    text: str
    supported: bool | None = None
    probability: float | None = Share
    reason: str | None = None


class ClaimCheck(Record):
    """The claims of one answer with their verdicts, or the reason why there are none.

    `n_unchecked` are those beyond the most that one answer may have; `split_failed` that the answer could not be taken
    apart. `checker` and `version` say who checked by which instructions.
    """

    outcome: Outcome
    claims: tuple[CheckedClaim, ...] = ()
    n_unchecked: int = Field(default=0, ge=0)
    split_failed: bool = False
    reason: str | None = None
    checker: str = ""
    version: str = ""
    step: Step | None = None

    @property
    def n_supported(self) -> int:
        """Claims that the context supports."""
        return sum(claim.supported is True for claim in self.claims)

    @property
    def n_unsupported(self) -> int:
        """Claims that it does not."""
        return sum(claim.supported is False for claim in self.claims)

    @property
    def n_unreadable(self) -> int:
        """Claims without a usable probability."""
        return sum(claim.supported is None for claim in self.claims)

    @property
    def support_rate(self) -> float | None:
        """Supported claims over those that could be checked; null without any."""
        checked = self.n_supported + self.n_unsupported
        return self.n_supported / checked if checked else None

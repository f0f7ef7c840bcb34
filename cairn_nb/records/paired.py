"""Two systems on the same cases: the difference, whether it is more than luck, and what could have been seen."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.base import Record
from cairn_nb.records.estimate import Estimate


class PairedComparison(Record):
    """System a minus system b over the cases both have a value for.

    `p_value` is the two-sided cluster sign-flip p-value of no difference; it is null under six clusters,
    where no such test can reach 5%, and then nothing can be told. `p_bootstrap` is shown beside it.
    `p_regressed` tests against "a is lower by at most `margin`" (small: it dropped by more than allowed),
    `p_noninferior` against "a is lower by `margin` or more" (small: it did not). `wins`, `ties` and
    `losses` count cases from a's side. `smallest_visible` is the smallest true drop that the one-sided 5%
    test of `p_regressed` at margin 0 shows with 80% power on cases that vary like these; null where it
    shows none, and for values outside 0..1.
    """

    diff: Estimate
    p_value: float | None = Field(default=None, ge=0, le=1)
    p_bootstrap: float | None = Field(default=None, ge=0, le=1)
    margin: float = Field(default=0.0, ge=0)
    p_regressed: float | None = Field(default=None, ge=0, le=1)
    p_noninferior: float | None = Field(default=None, ge=0, le=1)
    wins: int = 0
    ties: int = 0
    losses: int = 0
    smallest_visible: float | None = None

"""What a run is charged, against the most that it may be charged.

A charge is what a call costs at standalone prices, also where its reply came from disk, so that a cap stops equal
runs at the same place. What is under way when the cap is reached is finished: a run may end above its cap by the
cost of as many cases as are asked at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from cairn_nb.errors import InputError
from cairn_nb.records.answer import Step

CAP_KEY = "evaluation.max_cost_usd"


class Spending:
    """Charges so far.

    Parameters
    ----------
    cap_usd
        The most that may be charged; null for no limit.
    cap_key
        Where the cap was given, for the sentence that says it was reached.
    within
        A wider spending that counts these charges too, as that of several runs together.

    Attributes
    ----------
    charged_usd
        The sum of the charges that are known.
    is_partly_unknown
        Whether a call without a price was made, which no cap can count.

    Raises
    ------
    InputError
        If the cap is not a number above 0.
    """

    def __init__(self, cap_usd: float | None = None, *, cap_key: str = CAP_KEY, within: Spending | None = None) -> None:
        if cap_usd is not None and not 0 < cap_usd < float("inf"):
            raise InputError(f"must be a number of dollars above 0, not {cap_usd}", key=cap_key)
        self.cap_usd, self.cap_key = cap_usd, cap_key
        self.charged_usd = 0.0
        self.is_partly_unknown = False
        self._within = within

    def charge(self, steps: Iterable[Step]) -> None:
        """Count what was done."""
        for step in steps:
            self.charge_usd(step.cost_usd)

    def charge_usd(self, cost_usd: float | None) -> None:
        """Count a cost; null for one that is not known."""
        if cost_usd is None:
            self.is_partly_unknown = True
        else:
            self.charged_usd += cost_usd
        if self._within is not None:
            self._within.charge_usd(cost_usd)

    @property
    def reached(self) -> Spending | None:
        """The spending whose cap is used up, this one or a wider one; null while more may be started."""
        if self.cap_usd is not None and self.charged_usd >= self.cap_usd:
            return self
        return None if self._within is None else self._within.reached

    @property
    def may_start(self) -> bool:
        """Whether a further call may be begun."""
        return self.reached is None

    @property
    def is_capped(self) -> bool:
        """Whether there is a cap at all."""
        return self.cap_usd is not None or (self._within is not None and self._within.is_capped)

    def sentence(self) -> str:
        """The cap that was reached, and what was charged against it."""
        reached = self.reached or self
        cap = "no cap" if reached.cap_usd is None else f"{reached.cap_usd:g} USD"
        return f"{reached.cap_key} of {cap} was reached ({reached.charged_usd:.6g} USD charged)"

"""A number with its uncertainty, how many values stand behind it, and what is missing."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.base import Record


class Estimate(Record):
    """A mean, share or difference with its interval.

    `value` is null when nothing was scored; `low` and `high` are null when no honest interval exists.
    `missing` counts the cases without a value by reason (see `Outcome`). `method` names the interval,
    for example ``percentile bootstrap by document`` or ``Clopper-Pearson``; `warning` says when to
    distrust it (few clusters).
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    level: float = Field(default=0.95, gt=0, lt=1)
    n: int = Field(default=0, ge=0)
    n_clusters: int | None = None
    missing: dict[str, int] = Field(default_factory=dict)
    method: str = ""
    warning: str | None = None

    def __str__(self) -> str:
        return self.written(decimals=3)

    def written(self, *, decimals: int) -> str:
        """The value with its interval, for a person; ``n/a`` where nothing was measured.

        An interval without an upper end says ``at least``.
        """
        if self.value is None:
            return "n/a"
        value = f"{self.value:.{decimals}f}"
        if self.low is None:
            return value
        if self.high is None:
            return f"{value} [at least {self.low:.{decimals}f}]"
        return f"{value} [{self.low:.{decimals}f}, {self.high:.{decimals}f}]"

"""What a gate allows: its options, each finite and not negative, with the reference's defaults."""

from __future__ import annotations

from typing import Literal, TypedDict

from pydantic import ConfigDict, Field, ValidationError

from cairn_nb.errors import InputError
from cairn_nb.records import Record

QualityTest = Literal["point", "regressed", "noninferior"]
GuaranteeTest = Literal["point", "exact"]
DUST = 1e-9


class GateOptions(TypedDict, total=False):
    """The keyword options of `gate`; `GateLimits` says what each means and holds the defaults."""

    max_quality_drop: float
    max_citation_drop: float
    max_cost_increase: float
    max_p95_increase: float
    min_p95_delta_ms: float
    require_guarantee: bool
    quality_test: QualityTest
    guarantee: GuaranteeTest
    max_answer_rate_drop: float | None
    max_retrieval_drop: float | None
    enforce_budget: bool
    cluster: Literal["document", "none"]
    level: float
    n_boot: int
    seed: int


class GateLimits(Record):
    """How much worse a candidate may be.

    Parameters
    ----------
    max_quality_drop, max_citation_drop
        Allowed drops of the primary quality metric and of citation validity, as differences of shares.
    max_cost_increase, max_p95_increase
        Allowed relative rises: 0.15 is 15 percent.
    min_p95_delta_ms
        A rise of p95 latency up to this never blocks.
    require_guarantee
        Whether the candidate must meet its abstention guarantee.
    quality_test
        ``point`` compares the reports' means (the reference's rule). ``regressed`` blocks only on evidence of a
        drop beyond the allowed one. ``noninferior`` promotes only on evidence that there is none.
    guarantee
        ``point`` reads the error rate as it is; ``exact`` asks a one-sided exact interval.
    max_answer_rate_drop, max_retrieval_drop, enforce_budget
        Checks beyond the reference's table; off unless set.
    cluster
        What is resampled: documents, or plain questions (``none``).
    level, n_boot, seed
        The confidence level of intervals, and the number and seed of the draws.
    """

    model_config = ConfigDict(strict=True)

    max_quality_drop: float = Field(default=0.0, ge=0)
    max_citation_drop: float = Field(default=0.0, ge=0)
    max_cost_increase: float = Field(default=0.15, ge=0)
    max_p95_increase: float = Field(default=0.25, ge=0)
    min_p95_delta_ms: float = Field(default=50.0, ge=0)
    require_guarantee: bool = True
    quality_test: QualityTest = "point"
    guarantee: GuaranteeTest = "point"
    max_answer_rate_drop: float | None = Field(default=None, ge=0)
    max_retrieval_drop: float | None = Field(default=None, ge=0)
    enforce_budget: bool = False
    cluster: Literal["document", "none"] = "document"
    level: float = Field(default=0.95, gt=0, lt=1)
    n_boot: int = Field(default=2000, ge=100, le=1_000_000)
    seed: int = 0


def gate_limits(options: GateOptions) -> GateLimits:
    """The limits that these options ask for.

    Raises
    ------
    InputError
        If an option is unknown, not finite, negative or of the wrong type; it is named.
    """
    try:
        return GateLimits(**options)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = "--" + "-".join(str(part) for part in first["loc"]).replace("_", "-")
        raise InputError(f"{first['msg']}, not {first['input']!r}", key=name) from None


def exceeds(value: float, allowed: float) -> bool:
    """Whether `value` is above `allowed` by more than the dust that adding binary fractions leaves."""
    return value > allowed + DUST

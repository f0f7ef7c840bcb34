"""What a number means."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

REFERENCE = "cairn report reference"
METHOD = "method document"
MANNING = "Manning, Raghavan and Schuetze 2008, chapter 8"


@dataclass(frozen=True)
class Measure:
    """What a number means. `over` are the cases it is a mean over; `undefined` says when it is null.

    `high` is None where there is no upper limit.
    """

    name: str
    title: str
    direction: Literal["higher", "lower"]
    over: str
    undefined: str
    source: str = REFERENCE
    low: float = 0.0
    high: float | None = 1.0
    unit: str = "share"

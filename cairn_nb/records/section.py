"""What every part of a report is: a record that keeps what a later version adds to itself out of the way."""

from __future__ import annotations

from typing import Annotated

from pydantic import ConfigDict, Field

from cairn_nb.records.base import Record

MOST = 1e15  # more in one row is no measurement, and sums of such rows overflow
MOST_POINTS = 5.0
Share = Field(default=None, ge=0, le=1)
Points = Field(default=None, ge=0, le=MOST_POINTS)
OptionalShare = Annotated[float, Field(ge=0, le=1)] | None
OptionalPoints = Annotated[float, Field(ge=0, le=MOST_POINTS)] | None
Rank = Annotated[int, Field(ge=1)]


class Section(Record):
    """A part of a report. Keys that a later version adds are kept, not refused."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

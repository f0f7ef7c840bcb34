"""How long, how often and how many at once a model is asked."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.base import Record


class Limits(Record):
    """Bounds of the calls to one model.

    Parameters
    ----------
    attempt_timeout_s
        Seconds that one attempt may take, from sending to the last byte.
    max_attempts
        Attempts at one call, the first included.
    concurrency
        Calls at once; fewer while the provider says that it is too many.
    """

    attempt_timeout_s: float = Field(default=60.0, gt=0)
    max_attempts: int = Field(default=5, ge=1, le=20)
    concurrency: int = Field(default=16, ge=1, le=1024)

"""How a call ended without a reply, as plain data and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cairn_nb.errors import (
    ConnectionFailedError,
    DeadlineError,
    MalformedReplyError,
    ProviderError,
    RateLimitError,
    RequestRefusedError,
    ServerError,
)

CUT = "cut"  # ended from outside: the deadline of its case, or the end of the run
KINDS: dict[str, type[ProviderError]] = {
    "rate_limit": RateLimitError,
    "deadline": DeadlineError,
    "connection": ConnectionFailedError,
    "server": ServerError,
    "refused_request": RequestRefusedError,
    "malformed_reply": MalformedReplyError,
}


def from_error(error: BaseException) -> dict[str, str]:
    """The kind of a failure and its words; anything but a provider's failure is a call that was cut."""
    if not isinstance(error, ProviderError):
        return {"kind": CUT, "text": ""}
    kind = next((kind for kind, cls in KINDS.items() if isinstance(error, cls)), "provider")
    return {"kind": kind, "text": str(error)}


def as_error(row: Mapping[str, Any]) -> Exception:
    """The failure to raise again; a call that was cut ends as its case's deadline ends it."""
    if row["kind"] == CUT:
        return TimeoutError()
    return KINDS.get(row["kind"], ProviderError)(str(row["text"]))

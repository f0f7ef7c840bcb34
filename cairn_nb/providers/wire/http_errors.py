"""What a response means: its JSON object, or the typed error that its status and body stand for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from cairn_nb.errors import (
    AuthenticationError,
    DeadlineError,
    ProviderError,
    RateLimitError,
    RequestRefusedError,
    ServerError,
)
from cairn_nb.providers.wire.http import HttpReply
from cairn_nb.providers.wire.json_text import loads_whole
from cairn_nb.providers.wire.retry import UnreadableBodyError

LONGEST_MESSAGE = 300
OVERLOADED = 529
BAD_GATEWAY = 502
USED_UP = ("insufficient_quota", "billing_hard_limit_reached")


def json_body(reply: HttpReply, *, where: str, redact: Callable[[str], str]) -> dict[str, Any]:
    """The JSON object of a successful response.

    Parameters
    ----------
    reply
        The response.
    where
        Who answered, for the error's text.
    redact
        Takes keys out of what the server said, before it is quoted.

    Raises
    ------
    ProviderError
        The subclass that fits the status; a success that is not a JSON object is an UnreadableBodyError.
    """
    if not 200 <= reply.status < 300:
        raise status_error(reply.status, _said(reply.body), headers=reply.headers, where=where, redact=redact)
    try:
        body = loads_whole(reply.body)
    except (ValueError, RecursionError) as error:
        raise UnreadableBodyError(f"{where}: the reply is not JSON: {redact(_clip(reply.body))!r}") from error
    if not isinstance(body, dict):
        raise UnreadableBodyError(f"{where}: the reply is not a JSON object: {redact(_clip(reply.body))!r}")
    inside = body.get("error")
    if inside:
        raise status_error(_status_in(inside), message_of(inside), headers=reply.headers, where=where, redact=redact)
    return body


def _status_in(error: Any) -> int:
    """The status in an error that came with HTTP 200 (gateways do that); 502 when it has none."""
    code = error.get("code") if isinstance(error, dict) else None
    return code if isinstance(code, int) and 400 <= code < 600 else BAD_GATEWAY


def status_error(
    status: int, said: str, *, headers: Mapping[str, str], where: str, redact: Callable[[str], str]
) -> ProviderError:
    """The error that an HTTP status stands for, with what the server said, shortened and without keys."""
    text = f"{where}: HTTP {status}: {redact(said)[:LONGEST_MESSAGE]}"
    wait = retry_after_s(headers)
    if status == 429 and any(code in said for code in USED_UP):
        return RequestRefusedError(text)
    if status in {429, OVERLOADED} or (status == 503 and wait is not None):
        return RateLimitError(text, retry_after_s=wait)
    if status in {401, 403}:
        return AuthenticationError(text)
    if status == 408:
        return DeadlineError(text)
    return ServerError(text) if status >= 500 else RequestRefusedError(text)


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asked to wait: ``retry-after-ms``, or ``Retry-After`` in seconds or as a date.

    Null when it did not ask or what it said means nothing; a date that has passed is 0.
    """
    exact = _seconds(headers.get("retry-after-ms"))
    if exact is not None:
        return exact / 1000
    text = headers.get("retry-after")
    seconds = _seconds(text)
    if seconds is not None or text is None:
        return seconds
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(tz=UTC)).total_seconds())


def _seconds(text: str | None) -> float | None:
    try:
        value = float(text) if text is not None else -1.0
    except ValueError:
        return None
    return value if 0 <= value < float("inf") else None


def _said(body: bytes) -> str:
    """The message in an error body, whatever shape the provider gives it; else the body itself."""
    try:
        error = loads_whole(body)
    except (ValueError, RecursionError):
        return _clip(body)
    if isinstance(error, dict):
        error = error.get("error", error.get("message", error.get("detail", error)))
    return message_of(error)


def message_of(error: Any) -> str:
    """An error object's message and code as one line."""
    if not isinstance(error, dict):
        return str(error)
    named = [error.get("message"), error.get("code") or error.get("type"), error.get("param")]
    return " | ".join(str(part) for part in named if part) or json.dumps(error)


def _clip(body: bytes) -> str:
    return body[:LONGEST_MESSAGE].decode("utf-8", "replace")

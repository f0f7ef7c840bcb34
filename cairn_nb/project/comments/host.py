"""What the hosts of pull and merge requests have in common: paged lists, refusals, one comment found by its marker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import httpx

from cairn_nb.errors import CairnError

PER_PAGE = 100
MAX_PAGES = 50
TIMEOUT_S = 30.0


class Refused(CairnError):
    """The host did not take the comment; the text says why and what would help."""


class Host(Protocol):
    """One request under review."""

    def find(self, marker: str) -> str | None:
        """Our own comment that starts with the marker, by its id."""

    def write(self, text: str, *, comment_id: str | None) -> str | None:
        """Post a comment, or replace one; its address, where the host gives one."""


def client(base_url: str, headers: Mapping[str, str], transport: httpx.BaseTransport | None = None) -> httpx.Client:
    """A client that talks to this host alone: it follows no redirect, so the token goes nowhere else."""
    return httpx.Client(base_url=base_url.rstrip("/"), headers=dict(headers), timeout=TIMEOUT_S, transport=transport)


def answer(http: httpx.Client, method: str, path: str, *, hint: str, **request: Any) -> Any:
    """The JSON of a reply.

    Raises
    ------
    Refused
        If there is no reply, or one that is no success; `hint` is what helps against a missing right.
    """
    try:
        reply = http.request(method, path, **request)
        if reply.status_code in (401, 403, 404):
            raise Refused(f"{method} {path} was refused with status {reply.status_code}: {hint}")
        reply.raise_for_status()
        return reply.json()
    except (httpx.HTTPError, ValueError) as error:
        raise Refused(f"{method} {path} failed: {error}") from error


def part(reply: Any, *keys: str) -> Any:
    """What a reply holds under these keys.

    Raises
    ------
    Refused
        If it does not.
    """
    for key in keys:
        if not isinstance(reply, dict) or key not in reply:
            raise Refused(f"the host's reply has no '{'.'.join(keys)}'")
        reply = reply[key]
    return reply


def pages(http: httpx.Client, path: str, *, hint: str) -> Iterator[dict[str, Any]]:
    """The entries of a list that comes in pages."""
    for number in range(1, MAX_PAGES + 1):
        entries = answer(http, "GET", path, hint=hint, params={"per_page": PER_PAGE, "page": number})
        if not isinstance(entries, list):
            raise Refused(f"GET {path} gave no list")
        yield from entries
        if len(entries) < PER_PAGE:
            return

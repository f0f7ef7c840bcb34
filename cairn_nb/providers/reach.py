"""Can a component's server be reached? A connection is opened and closed; nothing is sent, nothing is spent."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from cairn_nb.providers.apis.anthropic_chat import ANTHROPIC_URL
from cairn_nb.providers.apis.openai_chat import OPENAI_URL, OPENROUTER_URL
from cairn_nb.providers.apis.rerank_api import SERVICES

OWN_ADDRESSES = {
    "anthropic": ANTHROPIC_URL,
    "openai": OPENAI_URL,
    "openrouter": OPENROUTER_URL,
    **{name: service.base_url for name, service in SERVICES.items() if service.base_url},
}
TIMEOUT_S = 3.0


def address_of(name: str, params: Mapping[str, Any]) -> str | None:
    """Where a component is asked, or None when it runs in this process."""
    if name not in OWN_ADDRESSES and "base_url" not in params:
        return None
    from_env = os.environ.get("OPENAI_BASE_URL") if name == "openai" else None
    return str(params.get("base_url") or from_env or OWN_ADDRESSES[name])


def why_unreachable(address: str) -> str | None:
    """None when a connection could be opened, else what stood in the way."""
    parts = urlsplit(address)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname or "", port), timeout=TIMEOUT_S).close()
    except OSError as problem:
        return str(problem)
    return None

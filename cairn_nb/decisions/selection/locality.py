"""Where a configuration's models run: on this machine, or behind a network.

Read from the report's configuration. Judges are no part of the system.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Mapping
from typing import Any

# They run inside this process.
HERE = {"stub", "hashing", "local", "llamacpp", "lexical"}
LOOPBACK_NAMES = ("localhost", ".localhost")
# After the scheme and whatever shows a user; an address of version 6 stands in brackets.
HOST = re.compile(r"https?://(?:[^/?#]*@)?(?P<host>\[[^\]/?#]*\]|[^/?#:\[\]]+)(?::\d*)?(?:[/?#]|$)", re.IGNORECASE)


def models_elsewhere(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Each model that the system calls and that does not run on this machine, as ``anthropic (generation)``.

    An address on ``localhost`` is on this machine; one that only the environment names cannot be shown to be.
    """
    return tuple(f"{_name(component)} ({stage})" for stage, component in _models(config) if not _is_here(component))


def needs_network(config: Mapping[str, Any]) -> tuple[str, ...]:
    """What else of the system is reached over a network: an index in a database server."""
    backend = _section(config, "index").get("backend")
    return (f"{backend} (index)",) if backend == "pgvector" else ()


def _models(config: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    retrieval, generation = _section(config, "retrieval"), _section(config, "generation")
    answering = _section(generation, "provider")
    yield "generation", answering
    if retrieval.get("mode") != "bm25":
        yield "embedding", _section(config, "embedding")
    rerank, rewrite = _section(retrieval, "rerank"), _section(retrieval, "rewrite")
    if rerank and rerank.get("enabled", True):
        yield "rerank", rerank
    if rewrite.get("enabled"):
        yield "rewrite", _section(rewrite, "provider") or answering


def _section(config: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = config.get(key)
    return found if isinstance(found, Mapping) else {}


def _name(component: Mapping[str, Any]) -> str:
    return str(component.get("name", "an unnamed model"))


def _is_here(component: Mapping[str, Any]) -> bool:
    address = _section(component, "params").get("base_url")
    return component.get("name") in HERE if address is None else is_loopback(str(address))


def is_loopback(address: str) -> bool:
    """Whether an address is one of this machine's own."""
    found = HOST.match(address)
    if found is None:
        return False
    host = found["host"].strip("[]").rstrip(".").lower()
    if host == LOOPBACK_NAMES[0] or host.endswith(LOOPBACK_NAMES[1]):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False

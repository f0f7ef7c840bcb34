"""A content hash as a person compares it: enough of it to tell two apart, the same everywhere."""

from __future__ import annotations

HASH_CHARS = 12


def short_hash(digest: str) -> str:
    """The first 12 hex digits, without the name of the algorithm that earlier reports put before them."""
    return digest.removeprefix("sha256:")[:HASH_CHARS]

"""The page's own code, packed into it: gzip, 13 bits in two characters, a third of its size.

The page's boot script opens it and puts it in as the page's style and script; the page's policy names both by
the hash of their text, so that packing lets nothing run that would not run otherwise.
"""

from __future__ import annotations

import gzip
from functools import cache

BITS, BASE = 13, 91  # the least base whose square holds 13 bits
# Characters that follow one another, but for <, which could open a tag; boot.mjs reads them.
SIGNS = "".join(map(chr, range(ord("!"), ord("|")))).replace("<", "|")


@cache
def packed_code(style: str, script: str) -> str:
    """The element that holds both; its text cannot hold the beginning of a tag."""
    data = gzip.compress(f"{script}\0{style}".encode(), 9, mtime=0)
    return f'<script type="application/octet-stream" data-kind="code" data-bytes="{len(data)}">{_text(data)}</script>'


def _text(data: bytes) -> str:
    bits = "".join(f"{byte:08b}" for byte in data)
    words = (int(bits[at : at + BITS].ljust(BITS, "0"), 2) for at in range(0, len(bits), BITS))
    return "".join(SIGNS[word // BASE] + SIGNS[word % BASE] for word in words)

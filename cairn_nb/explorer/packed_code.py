"""The page's own code, packed into it: gzip, in base 85, a third of its size.

The page's boot script opens it and puts it in as the page's style and script; the page's policy names both by
the hash of their text, so that packing lets nothing run that would not run otherwise.
"""

from __future__ import annotations

import base64
import gzip
from functools import cache

USUAL = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
# 85 characters that follow one another, but for <, which could open a tag; boot.mjs reads them.
OURS = bytes(range(ord("#"), ord("x"))).replace(b"<", b"x")


@cache
def packed_code(style: str, script: str) -> str:
    """The element that holds both; its text cannot hold the beginning of a tag."""
    data = gzip.compress(f"{style}\0{script}".encode(), 9, mtime=0)
    text = base64.b85encode(data, pad=True).translate(bytes.maketrans(USUAL, OURS)).decode("ascii")
    return f'<script type="application/octet-stream" data-kind="code" data-bytes="{len(data)}">{text}</script>'

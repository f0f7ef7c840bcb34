"""Blocks of base64 or hexadecimal whose content is an order to the model."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from cairn_nb.generation.hidden import Found
from cairn_nb.generation.orders import continues_order, is_order

_BASE64 = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/_-]{16,}(?:\s{1,2}[A-Za-z0-9+/_-]{16,}){0,40}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9a-fA-F]{2}:?){12,}(?![0-9A-Za-z])")
_PRINTABLE_SHARE = 0.9
_SHORTEST = 16


def _readable(data: bytes) -> str | None:
    """The bytes as text, when they are text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    shown = sum(char.isprintable() or char in "\n\r\t" for char in text)
    return text if text and shown >= _PRINTABLE_SHARE * len(text) else None


def _from_base64(block: str) -> str | None:
    letters = re.sub(r"\s", "", block).rstrip("=").replace("-", "+").replace("_", "/")
    if len(letters) % 4 == 1:
        return None
    try:
        return _readable(base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True))
    except (binascii.Error, ValueError):
        return None


def _from_hex(block: str) -> str | None:
    try:
        return _readable(bytes.fromhex(block.replace(":", "")))
    except ValueError:
        return None


def _speaks_to_a_model(text: str) -> bool:
    sentences = re.split(r"(?<=[.!?。！？])\s*", text)
    return is_order(text) or any(is_order(sentence) or continues_order(sentence) for sentence in sentences)


def encoded_orders(text: str) -> Iterator[Found]:
    """Blocks that decode to text with an order, or with what usually follows one ("Say …")."""
    if max(map(len, text.split()), default=0) < _SHORTEST:
        return
    for pattern, decode in ((_BASE64, _from_base64), (_HEX, _from_hex)):
        for block in pattern.finditer(text):
            decoded = decode(block[0])
            if decoded is not None and _speaks_to_a_model(decoded):
                yield Found(block.start(), block.end(), "encoded instruction")

"""How many tokens a text has, about: a quarter of its UTF-8 bytes.

One rule for every place that has to know before, or whatever, a provider counts: the offline models, the charge of an
embedding, and the estimate of a run. English has about four letters a token, and a script whose letters take two or
three bytes about as many bytes a token.
"""

from __future__ import annotations

from collections.abc import Iterable

BYTES_PER_TOKEN = 4


def estimated_tokens(texts: Iterable[str]) -> int:
    """Tokens of texts that are sent as one, rounded up."""
    return -(-sum(map(_bytes, texts)) // BYTES_PER_TOKEN)


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))

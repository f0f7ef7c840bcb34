"""Retrieved passages and supporting quotes as tools write them: texts, or objects with a text and an id."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from cairn_nb.exchange.cells import CellError, first, items, number, shown, text
from cairn_nb.exchange.given import GivenContext
from cairn_nb.records import Support

TEXT_KEYS = ("text", "content", "page_content", "passage", "chunk", "document")
ID_KEYS = ("chunk_id", "id", "doc_id", "document_id", "_id", "docno", "pid")
SOURCE_KEYS = ("source", "doc", "file", "path", "url", "doc_id", "document_id", "title")
QUOTE_KEYS = ("quote", "text", "content", "span")
ID_CHARS = 12


def contexts(value: Any, ids: Any = None) -> tuple[GivenContext, ...]:
    """Passages in their order.

    Parameters
    ----------
    value
        Texts, or objects with a text under a usual key; may be None.
    ids
        The passages' ids where the file keeps them apart; may be None.

    Raises
    ------
    CellError
        If one is neither, or there are not as many ids as passages.
    """
    found = [] if value is None else [_context(item) for item in items(value) if item is not None]
    if ids is None:
        return tuple(found)
    names = [text(item) for item in items(ids) if item is not None]
    if value is None:
        return tuple(GivenContext(id=name) for name in names)
    if len(names) != len(found):
        raise CellError(f"holds {len(found)} passages, and there are {len(names)} ids")
    return tuple(
        GivenContext(passage.text, name, passage.source, passage.score)
        for passage, name in zip(found, names, strict=True)
    )


def supports(value: Any) -> tuple[Support, ...]:
    """Supporting quotes from objects with a document and a quote.

    Raises
    ------
    CellError
        If one has no quote.
    """
    return tuple(_support(item) for item in items(value) if item is not None)


def quoted(passages: Sequence[str], ids: Sequence[str] = ()) -> tuple[Support, ...]:
    """Whole passages as supports, each its own document where it has no id."""
    names = ids if len(ids) == len(passages) else [text_id(passage) for passage in passages]
    return tuple(Support(doc=name, quote=passage) for name, passage in zip(names, passages, strict=True))


def text_id(passage: str) -> str:
    """What a passage without an id is called: equal texts have equal names."""
    return f"text-{hashlib.sha256(passage.encode('utf-8')).hexdigest()[:ID_CHARS]}"


def _context(item: Any) -> GivenContext:
    if not isinstance(item, dict):
        return GivenContext(text(item))
    metadata = item.get("metadata")
    values = {**(metadata if isinstance(metadata, dict) else {}), **item}
    body, name, source = first(values, *TEXT_KEYS), first(values, *ID_KEYS), first(values, *SOURCE_KEYS)
    if body is None and name is None:
        raise CellError(f"holds a passage with neither text nor id: {shown(item)}")
    score = values.get("score")
    return GivenContext(
        text="" if body is None else text(body),
        id=None if name is None else text(name),
        source=None if source is None else text(source),
        score=None if score is None else _score(score),
    )


def _score(value: Any) -> float:
    """A passage's score, which may be negative."""
    return -number(-value) if isinstance(value, int | float) and value < 0 else number(value)


def _support(item: Any) -> Support:
    if not isinstance(item, dict):
        return quoted([text(item)])[0]
    quote, doc = first(item, *QUOTE_KEYS), first(item, *SOURCE_KEYS)
    if quote is None or not text(quote).strip():
        raise CellError(f"holds a support without a quote: {shown(item)}")
    name = "" if doc is None else text(doc)
    return Support(doc=name or text_id(text(quote)), quote=text(quote))

"""Other wordings of a question by rule: what the offline model offers where a language model would rephrase."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cairn_nb.text.tokens import content_words

DEFAULT_COUNT = 3


def phrasings(question: str, json_schema: dict[str, Any] | None) -> str:
    """A reply with other wordings: JSON of the asked shape (its first list of texts), else one a line.

    The wordings are the content words in order, in reverse, and each half of them; a question with too
    few words gets fewer.
    """
    field, count = _asked(json_schema)
    found = list(dict.fromkeys(_wordings(question)))[:count]
    if json_schema is None:
        return "\n".join(found)
    return json.dumps({field: found}, ensure_ascii=False)


def _wordings(question: str) -> Iterator[str]:
    words = content_words(question)
    half = (len(words) + 1) // 2
    for part in (words, words[::-1], words[:half], words[half:]):
        if part:
            yield " ".join(part)


def _asked(json_schema: dict[str, Any] | None) -> tuple[str, int]:
    properties = (json_schema or {}).get("properties", {})
    for name, shape in properties.items():
        if shape.get("type") == "array":
            return name, int(shape.get("maxItems", DEFAULT_COUNT))
    return "phrasings", DEFAULT_COUNT

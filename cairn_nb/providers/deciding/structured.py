"""Ask for a reply of a given JSON shape, as strictly as the server can.

A server that refuses a strict schema is asked for any JSON object, and one that refuses that is asked in
words alone; what it can do is remembered for the calls that follow.
"""

from __future__ import annotations

import json
import re
from typing import Any, Literal, TypeAlias

from cairn_nb.records.chat import ChatRequest, Message

Mode: TypeAlias = Literal["json_schema", "json_object", "none"]
WEAKER: dict[Mode, Mode] = {"json_schema": "json_object", "json_object": "none"}
ABOUT_SHAPE = re.compile(r"response_format|json|schema|structured|grammar", re.IGNORECASE)


def weaker_mode(mode: Mode, refusal: str) -> Mode | None:
    """The next mode to try when a server refuses a request, or null when it refused something else."""
    return WEAKER.get(mode) if ABOUT_SHAPE.search(refusal) else None


def response_format(request: ChatRequest, mode: Mode) -> dict[str, Any] | None:
    """The `response_format` of an OpenAI-shaped request; null for none."""
    if request.json_schema is None or mode == "none":
        return None
    if mode == "json_object":
        return {"type": "json_object"}
    schema = {"name": request.schema_name, "schema": request.json_schema, "strict": is_strict(request.json_schema)}
    return {"type": "json_schema", "json_schema": schema}


class ResponseFormats:
    """`response_format` that remembers the last schema: a run asks for one shape again and again."""

    def __init__(self) -> None:
        self._last: tuple[tuple[Any, ...], dict[str, Any] | None] | None = None

    def of(self, request: ChatRequest, mode: Mode) -> dict[str, Any] | None:
        """The `response_format` of a request."""
        asked = (request.json_schema, request.schema_name, mode)
        if self._last is None or self._last[0] != asked:
            self._last = (asked, response_format(request, mode))
        return self._last[1]


def instructed(request: ChatRequest, mode: Mode) -> tuple[Message, ...]:
    """The messages, with the schema in words when the server is not given it otherwise.

    It is put at the end of the system message, which stays the same for every case, so that a provider's
    prompt cache still applies.
    """
    if request.json_schema is None or mode == "json_schema":
        return request.messages
    schema = json.dumps(request.json_schema, ensure_ascii=False, sort_keys=True)
    words = f"Reply with one JSON object of this JSON Schema and nothing else:\n{schema}"
    first, *rest = request.messages
    if first.role != "system":
        return (Message(role="system", content=words), *request.messages)
    return (Message(role="system", content=f"{first.content}\n\n{words}"), *rest)


def is_strict(schema: Any) -> bool:
    """Whether every object in a schema lists all its properties as required and allows no others."""
    if isinstance(schema, list):
        return all(is_strict(part) for part in schema)
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object":
        closed = schema.get("additionalProperties") is False
        if not closed or set(schema.get("required", ())) != set(schema.get("properties", {})):
            return False
    return all(is_strict(part) for part in schema.values())

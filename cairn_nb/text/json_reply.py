"""The one JSON object that a model was asked for, out of what it wrote."""

from __future__ import annotations

import re

_FENCED = re.compile(r"\A\s*```(?:json|JSON)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*```\s*\Z", re.DOTALL)


def json_object_text(reply: str) -> str:
    """The text of the object: the whole reply, or what a single code fence around it holds.

    Raises
    ------
    ValueError
        If the reply is not one object: talk around it is refused, not guessed at.
    """
    found = _FENCED.match(reply)
    text = (found[1] if found else reply).strip().removeprefix("\ufeff")
    if not text.startswith("{") or not text.endswith("}"):
        raise ValueError("the reply must be one JSON object and nothing else")
    return text

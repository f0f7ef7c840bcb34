"""What a validation found, as one sentence with its place, its key and the nearest known key."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from types import UnionType
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from cairn_nb.config.secrets import looks_like_key

KeyPath = tuple[str | int, ...]


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that names the known name closest to `name`, or lists them all when none is close."""
    names = sorted(known)
    close = difflib.get_close_matches(name.casefold(), names, n=1, cutoff=0.6)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(names)}"


def dotted(keys: KeyPath) -> str:
    """``("retrieval", "k")`` as ``retrieval.k``; a list's position stands in brackets."""
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else str(key)
    return text


def first_problem(error: ValidationError, model: type[BaseModel]) -> tuple[KeyPath, str, str | None]:
    """The key path, the problem and a hint, of the first thing that is wrong.

    A key that is not known comes before the rest: it is often the reason why another is missing.
    """
    problems = error.errors(include_url=False, include_context=True)
    problem = next((p for p in problems if p["type"] == "extra_forbidden"), problems[0])
    keys = problem["loc"]
    if problem["type"] == "extra_forbidden":
        owner = _model_at(model, keys[:-1])
        return keys, "unknown key", nearest(str(keys[-1]), owner.model_fields) if owner else None
    if problem["type"] == "missing":
        return keys, "is required", None
    return keys, f"{_sentence(problem['msg'])}, not {_shown(problem['input'])}", None


def _sentence(message: str) -> str:
    text = message.removeprefix("Value error, ").removeprefix("Input ")
    return text[:1].lower() + text[1:]


def _shown(value: Any) -> str:
    if looks_like_key(value):
        return "the value given (not shown: it looks like a key)"
    text = "null" if value is None else repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _model_at(model: type[BaseModel], keys: KeyPath) -> type[BaseModel] | None:
    found: type[BaseModel] | None = model
    for key in keys:
        field = found.model_fields.get(str(key)) if found else None
        found = _model_in(field.annotation) if field else None
    return found


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    if get_origin(annotation) in (Union, UnionType):
        return next((model for part in get_args(annotation) if (model := _model_in(part))), None)
    return None

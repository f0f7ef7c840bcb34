"""A chat model's reply read strictly as a record: nothing is guessed, converted or filled in."""

from __future__ import annotations

import re
from typing import TypeVar

from pydantic import ValidationError

from cairn_nb.errors import InputError, MalformedReplyError
from cairn_nb.files.strict_json import loads
from cairn_nb.records.base import Record

Shape = TypeVar("Shape", bound=Record)
_FENCED = re.compile(r"\A\s*```(?:json|JSON)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*```\s*\Z", re.DOTALL)


def read_reply(text: str, shape: type[Shape]) -> Shape:
    """The record that a reply holds.

    Parameters
    ----------
    text
        One JSON object, at most with a single code fence around it; talk around it is refused.
    shape
        The record. Its fields say how strict they are about types (`pydantic.StrictBool` and its like).

    Raises
    ------
    MalformedReplyError
        If it is not one JSON object of that shape. The text says what is wrong in words that can be sent
        back to the model.
    """
    try:
        return shape.model_validate(loads(_object_text(text)))
    except ValidationError as error:
        raise MalformedReplyError(_first_problem(error)) from error
    except InputError as error:
        raise MalformedReplyError(f"{error.key}: {error.problem}" if error.key else error.problem) from error


def _object_text(reply: str) -> str:
    fenced = _FENCED.match(reply)
    text = (fenced[1] if fenced else reply).strip().removeprefix("\ufeff")
    if not text.startswith("{") or not text.endswith("}"):
        raise MalformedReplyError("the reply must be one whole JSON object and nothing else")
    return text


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("float", "int")) or "the reply"
    what = {"missing": "is required", "extra_forbidden": "is not one of the keys"}.get(first["type"], first["msg"])
    return f"{place}: {what}"

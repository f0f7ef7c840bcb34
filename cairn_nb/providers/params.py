"""A component's own parameters, checked against its record; a mistyped one is answered with the nearest name."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from cairn_nb.errors import ConfigError
from cairn_nb.records.base import Record

Params = TypeVar("Params", bound=Record)
SECRET_NAME = re.compile(r"(^|_)(api_?key|key|secret|token|password|authorization)$", re.IGNORECASE)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint: the known name closest to a mistyped one, or all of them."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(names) or 'none'}"


def read_params(record: type[Params], component: str, params: Mapping[str, Any]) -> Params:
    """`params` as the component's record.

    Raises
    ------
    ConfigError
        If a parameter is unknown, missing or has a value that does not fit, or if it holds a key:
        keys come from the environment, so that they are in no file, report or notebook.
    """
    for name in params:
        _check_name(record, component, str(name))
    try:
        return record.model_validate(dict(params))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join([component, *(str(part) for part in first["loc"])])
        raise ConfigError(_problem(first["type"], first["msg"]), key=place) from error


def _check_name(record: type[Record], component: str, name: str) -> None:
    if name in record.model_fields:
        return
    if SECRET_NAME.search(name):
        hint = "set the provider's environment variable, or name another one with api_key_env"
        raise ConfigError("a key does not belong in an experiment file", key=f"{component}.{name}", hint=hint)
    raise ConfigError("unknown parameter", key=f"{component}.{name}", hint=nearest(name, record.model_fields))


def _problem(kind: str, message: str) -> str:
    return "this parameter is required" if kind == "missing" else message.removeprefix("Value error, ")

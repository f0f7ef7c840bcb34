"""Values given on the command line or in a notebook, in place of the file's: ``retrieval.k=12``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cairn_nb.config.lines import Located, Place, read_yaml
from cairn_nb.errors import ConfigError

OVERRIDE = "override"


def parse_overrides(texts: Iterable[str]) -> dict[str, Any]:
    """``["retrieval.k=12", "retrieval.rerank=null"]`` as a mapping, each value typed as YAML would.

    Raises
    ------
    ConfigError
        For a text without ``=``, an empty key, a key given twice, or a value that is not YAML.
    """
    values: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ConfigError(
                f"{text!r} is not of the form key=value", path=OVERRIDE, hint="for example retrieval.k=12"
            )
        if key in values:
            raise ConfigError("given twice", path=OVERRIDE, key=key)
        located = read_yaml(value, f"{OVERRIDE} {key}")
        values[key] = None if located is None else located.plain()
    return values


def override_tree(overrides: Mapping[str, Any]) -> Located:
    """The overrides as one tree that can be laid over a file's.

    Raises
    ------
    ConfigError
        For an empty part of a key, or two overrides of which one lies inside the other.
    """
    place, root = Place(OVERRIDE), Located({}, Place(OVERRIDE))
    for key, value in overrides.items():
        *above, last = parts = key.split(".")
        if not all(parts):
            raise ConfigError("a part of the key is empty", path=OVERRIDE, key=key)
        node = root
        for part in above:
            node = node.value.setdefault(part, Located({}, place))
            if not isinstance(node.value, dict):
                raise ConfigError("overrides a part of another override", path=OVERRIDE, key=key)
        if last in node.value:
            raise ConfigError("overrides a part of another override", path=OVERRIDE, key=key)
        node.value[last] = _located(value, key, place)
    return root


def _located(value: Any, key: str, place: Place) -> Located:
    if isinstance(value, Mapping):
        return Located({str(name): _located(child, f"{key}.{name}", place) for name, child in value.items()}, place)
    if isinstance(value, list | tuple):
        return Located([_located(child, key, place) for child in value], place)
    if isinstance(value, float) and not float("-inf") < value < float("inf"):
        raise ConfigError(f"{value} is not a finite number", path=OVERRIDE, key=key)
    if not isinstance(value, str | int | float | bool | None):
        raise ConfigError(f"a {type(value).__name__} cannot stand in an experiment file", path=OVERRIDE, key=key)
    return Located(value, place)

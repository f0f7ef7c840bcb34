"""From an experiment file to a checked configuration.

A file may `extends:` another, given relative to itself: maps are merged key by key, lists and scalars are
replaced, and a component with another `name` starts with its own `params` (one without a name is the
default). Paths are relative to the
folder of the file that sets them; overrides are read as if they stood in the file that is loaded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cairn_nb.config.components import named
from cairn_nb.config.explain import dotted, first_problem
from cairn_nb.config.lines import Located, Place, read_yaml
from cairn_nb.config.merge import merged, rebased
from cairn_nb.config.model import Config
from cairn_nb.config.overrides import override_tree
from cairn_nb.errors import ConfigError

OURS = ("base_dir", "source")
SECRET = re.compile(
    r"^(api[_-]?key|.*[_-]secret|secret|password|passwd|access[_-]?token|token|authorization)$", re.IGNORECASE
)


def load_config(path: Path | str, overrides: Mapping[str, Any] | None = None) -> Config:
    """The configuration in `path`, with what it extends below it and `overrides` above it.

    Parameters
    ----------
    path
        A YAML file.
    overrides
        Dotted key to value, for example ``{"retrieval.k": 12}``.

    Raises
    ------
    ConfigError
        With file, line and key: a file that is missing, empty or not YAML, an unknown key (with the
        nearest known one), a value of the wrong type or out of range, a circle of `extends`, a secret.
    """
    path = Path(path)
    tree = _read_chain(path, path.parent, ())
    if overrides:
        tree = merged(tree, override_tree(overrides))
    _refuse_secrets(tree, ())
    return _checked(named(tree), path)


def _read_chain(path: Path, onto: Path, seen: tuple[Path, ...]) -> Located:
    tree = _read_file(path)
    below = tree.value.pop("extends", None)
    tree = rebased(tree, path.parent, onto)
    if below is None:
        return tree
    if not isinstance(below.value, str) or not below.value:
        raise _refusal("must name one file", below.place, "extends")
    parent = path.parent / below.value
    chain = (*seen, path.resolve())
    if parent.resolve() in chain:
        raise _refusal(f"a circle: {' -> '.join(p.name for p in (*chain, parent))}", below.place, "extends")
    if not parent.is_file():
        raise _refusal(f"there is no file {parent}", below.place, "extends")
    return merged(_read_chain(parent, onto, chain), tree)


def _read_file(path: Path) -> Located:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise ConfigError("there is no such file", path=path, hint="give the path of an experiment file") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError("not UTF-8", path=path, line=line, hint="save it as UTF-8") from error
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", path=path) from error
    tree = read_yaml(text, path)
    if tree is None:
        raise ConfigError("is empty", path=path, hint="it needs at least name, corpus and golden")
    if not isinstance(tree.value, dict):
        raise ConfigError("must hold a map of keys and values", path=path, line=tree.place.line)
    return tree


def _checked(tree: Located, path: Path) -> Config:
    values = tree.plain()
    for key in OURS:
        if key in values:
            raise _refusal("unknown key", tree.nearest((key,)), key)
    try:
        config = Config.model_validate_json(json.dumps(values), strict=True)
    except ValidationError as error:
        keys, problem, hint = first_problem(error, Config)
        place = tree.nearest(keys) if keys else Place(path)
        raise _refusal(problem, place, dotted(keys), hint) from error
    return config.changed(base_dir=path.parent, source=path)


def _refuse_secrets(node: Located, keys: tuple[str | int, ...]) -> None:
    children = node.value.items() if isinstance(node.value, dict) else ()
    for key, child in children:
        if SECRET.match(key) and child.value is not None:
            raise _refusal(
                "secrets are never written in a file", child.place, dotted((*keys, key)), "set it in the environment"
            )
        _refuse_secrets(child, (*keys, key))


def _refusal(problem: str, place: Place, key: str, hint: str | None = None) -> ConfigError:
    return ConfigError(problem, path=place.path, line=place.line, key=key or None, hint=hint)

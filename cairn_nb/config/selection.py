"""A selection policy's file: the same keys as the record, by themselves or under ``selection``."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from cairn_nb.config.explain import dotted, first_problem
from cairn_nb.config.lines import Located, read_yaml
from cairn_nb.errors import ConfigError
from cairn_nb.files.strict_json import read_text
from cairn_nb.records.selection_policy import SelectionPolicy

SECTION = "selection"


def read_policy(path: Path | str) -> SelectionPolicy:
    """The policy in a YAML file.

    Raises
    ------
    ConfigError
        With file, line and key: a file that is missing, empty or not YAML, an unknown key (with the nearest known
        one), a value of the wrong type or out of range.
    """
    place = Path(path)
    tree = read_yaml(read_text(place, error=ConfigError), place)
    if tree is None or not isinstance(tree.value, dict):
        raise ConfigError("must hold a map of keys and values", path=place, hint="profile, weights, constraints")
    return _checked(tree.value.get(SECTION, tree) if list(tree.value) == [SECTION] else tree, place)


def _checked(tree: Located, path: Path) -> SelectionPolicy:
    try:
        return SelectionPolicy.model_validate_json(json.dumps(tree.plain()), strict=True)
    except ValidationError as error:
        keys, problem, hint = first_problem(error, SelectionPolicy)
        raise ConfigError(problem, path=path, line=tree.nearest(keys).line, key=dotted(keys), hint=hint) from None

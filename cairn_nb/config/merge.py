"""One experiment file over another: maps are merged key by key, everything else is replaced."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from cairn_nb.config.lines import Located

PATH_KEYS = (("corpus",), ("golden",), ("index", "dir"), ("calibration", "dir"))


def merged(below: Located, above: Located, *, top: bool = True) -> Located:
    """`above` laid over `below`.

    A component that gets another `name` starts with its own `params` alone: a parameter of one chunker
    means nothing to another. The file's own top-level `name` is no component's.
    """
    if not (isinstance(below.value, dict) and isinstance(above.value, dict)):
        return above
    children = dict(below.value)
    if not top and _renamed(below, above):
        children.pop("params", None)
    for key, child in above.value.items():
        children[key] = merged(children[key], child, top=False) if key in children else child
    return Located(children, above.place)


def _renamed(below: Located, above: Located) -> bool:
    old, new = below.value.get("name"), above.value.get("name")
    return old is not None and new is not None and old.value != new.value


def rebased(tree: Located, folder: Path, onto: Path) -> Located:
    """`tree` with the paths it sets, relative to `folder`, rewritten relative to `onto`."""
    if folder == onto:
        return tree
    for keys in PATH_KEYS:
        tree = _changed(tree, keys, lambda value: _relative(folder / value, onto))
    return tree


def _relative(path: Path, onto: Path) -> str:
    try:
        return Path(os.path.relpath(path, onto)).as_posix()
    except ValueError:  # another drive on Windows
        return str(path.resolve())


def _changed(node: Located, keys: tuple[str, ...], change: Callable[[str], str]) -> Located:
    if not keys:
        return Located(change(node.value), node.place) if isinstance(node.value, str) else node
    if not isinstance(node.value, dict) or keys[0] not in node.value:
        return node
    child = _changed(node.value[keys[0]], keys[1:], change)
    return Located({**node.value, keys[0]: child}, node.place)

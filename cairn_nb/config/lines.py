"""YAML read with the line of every value, so that an error can say where to look."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cairn_nb.errors import ConfigError

MAX_NODES = 100_000


@dataclass(frozen=True)
class Place:
    """Where a value was written: a file and a line from 1, or a name such as ``override`` without a line."""

    path: Path | str
    line: int | None = None


@dataclass(frozen=True)
class Located:
    """A value and its place. Maps and lists hold located values in their turn."""

    value: Any
    place: Place

    def plain(self) -> Any:
        """The value alone, as maps, lists and scalars."""
        if isinstance(self.value, dict):
            return {key: child.plain() for key, child in self.value.items()}
        if isinstance(self.value, list):
            return [child.plain() for child in self.value]
        return self.value

    def nearest(self, keys: tuple[str | int, ...]) -> Place:
        """The place of the value under `keys`, or of the innermost value above it that exists."""
        node = self
        for key in keys:
            children = node.value
            if isinstance(children, dict) and key in children:
                node = children[str(key)]
            elif isinstance(children, list) and isinstance(key, int) and key < len(children):
                node = children[key]
            else:
                break
        return node.place


class _Loader(yaml.SafeLoader):
    """YAML 1.1 as PyYAML reads it, but dates stay text and ``1e-3`` is a number."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+[eE][-+]?[0-9]+$"), list("-+0123456789")
)


class _Reader:
    """Turns one file's YAML nodes into located values."""

    def __init__(self, source: Path | str, loader: _Loader) -> None:
        self.source, self.loader = source, loader
        self.open: set[int] = set()
        self.count = 0

    def place(self, node: yaml.Node) -> Place:
        return Place(self.source, node.start_mark.line + 1 if isinstance(self.source, Path) else None)

    def refuse(self, problem: str, node: yaml.Node, hint: str | None = None) -> ConfigError:
        place = self.place(node)
        return ConfigError(problem, path=place.path, line=place.line, hint=hint)

    def read(self, node: yaml.Node) -> Located:
        self.count += 1
        if self.count > MAX_NODES:
            raise self.refuse(f"more than {MAX_NODES:,} values once its aliases are expanded", node)
        if id(node) in self.open:
            raise self.refuse("an alias that contains itself", node)
        self.open.add(id(node))
        try:
            return Located(self._value(node), self.place(node))
        finally:
            self.open.discard(id(node))

    def _value(self, node: yaml.Node) -> Any:
        if isinstance(node, yaml.MappingNode):
            return self._map(node)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(child) for child in node.value]
        return self._scalar(node)

    def _map(self, node: yaml.MappingNode) -> dict[str, Located]:
        seen: dict[str, int] = {}
        for key_node, _ in node.value:
            key, line = self._key(key_node), key_node.start_mark.line + 1
            if key in seen and key != "<<":
                raise self.refuse(
                    f"the key {key!r} stands twice, first on line {seen[key]}", key_node, "keep one of them"
                )
            seen[key] = line
        self.loader.flatten_mapping(node)
        return {self._key(key_node): self._keyed(key_node, child) for key_node, child in node.value}

    def _keyed(self, key_node: yaml.Node, child: yaml.Node) -> Located:
        return Located(self.read(child).value, self.place(key_node))

    def _key(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode) and node.tag in ("tag:yaml.org,2002:str", "tag:yaml.org,2002:merge"):
            return str(node.value)
        shown = node.value if isinstance(node, yaml.ScalarNode) else "a map or list"
        raise self.refuse(f"the key {shown} is not text", node, "put it in quotes")

    def _scalar(self, node: yaml.Node) -> Any:
        try:
            value = self.loader.construct_object(node)
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            problem = getattr(error, "problem", None) or error
            raise self.refuse(f"a value that cannot be read: {problem}", node) from error
        if isinstance(value, float) and not float("-inf") < value < float("inf"):
            raise self.refuse(f"{node.value} is not a finite number", node)
        if not isinstance(value, str | int | float | bool | None):
            raise self.refuse(f"a value of an unsupported kind ({node.tag})", node)
        return value


def read_yaml(text: str, source: Path | str) -> Located | None:
    """The located content of one YAML text; None when it holds nothing.

    Raises
    ------
    ConfigError
        With file and line: not YAML, a key twice, a key that is not text, a number that is not finite.
    """
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        return None if node is None else _Reader(source, loader).read(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        hint = "indent with spaces" if "'\\t'" in str(error.problem) else None
        line = mark.line + 1 if mark is not None and isinstance(source, Path) else None
        raise ConfigError(
            f"not valid YAML: {error.problem or error.context}", path=source, line=line, hint=hint
        ) from error
    except yaml.YAMLError as error:
        raise ConfigError(f"not valid YAML: {str(error).splitlines()[0]}", path=source) from error
    except RecursionError as error:
        raise ConfigError("nested too deeply", path=source) from error

"""A component that is given without a name is the default one with other parameters."""

from __future__ import annotations

from cairn_nb.config.lines import Located, Place
from cairn_nb.config.merge import merged
from cairn_nb.config.model import Component, Config, GenerationConfig, IngestConfig

DEFAULTS: dict[tuple[str, ...], Component] = {
    ("ingest", "chunker"): IngestConfig().chunker,
    ("embedding",): Config.model_fields["embedding"].default,
    ("generation", "provider"): GenerationConfig().provider,
    ("judge",): Config.model_fields["judge"].default,
    ("confidence",): Config.model_fields["confidence"].default,
}


def named(tree: Located) -> Located:
    """`tree` with the default's name, and its parameters below the given ones, where a component has no name."""
    for keys, component in DEFAULTS.items():
        tree = _named(tree, keys, component)
    return tree


def _named(node: Located, keys: tuple[str, ...], component: Component) -> Located:
    if not isinstance(node.value, dict):
        return node
    if keys:
        key, *rest = keys
        if key not in node.value:
            return node
        return Located({**node.value, key: _named(node.value[key], tuple(rest), component)}, node.place)
    if "name" in node.value:
        return node
    place = Place("default")
    params = {name: Located(value, place) for name, value in component.params.items()}
    below = {"name": Located(component.name, place), "params": Located(params, place)}
    return merged(Located(below, node.place), node, top=False)

"""The Altair renderer that works everywhere: the chart's spec as data and its picture as SVG.

Altair's own renderers load scripts from a network or emit a type that notebooks refuse; see
docs/decisions/charts-offline.md.
"""

from __future__ import annotations

from typing import Any

SPEC_MIMETYPE = "application/vnd.vegalite.v6+json"
# A page's font may be wider than the one that was measured.
ROOM = {"left": 16, "right": 24, "top": 5, "bottom": 5}
CONFIG = {"background": "white", "font": "system-ui, sans-serif", "padding": ROOM}


def mimebundle(spec: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A chart's spec, its SVG, and its title as text."""
    import vl_convert

    shown = {**spec, "config": {**spec.get("config", {}), **CONFIG}}
    svg = vl_convert.vegalite_to_svg(shown, allowed_base_urls=[])
    title = spec.get("title") or next(
        (layer.get("title") for layer in spec.get("layer", []) if layer.get("title")), "chart"
    )
    return {SPEC_MIMETYPE: shown, "image/svg+xml": svg, "text/plain": str(title)}


def enable() -> None:
    """Make it the renderer of this process."""
    import altair as alt

    alt.renderers.register("cairn", mimebundle)
    alt.renderers.enable("cairn")

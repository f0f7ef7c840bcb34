"""The explorer in a live notebook: an anywidget over the same module that the page runs.

All data are traits, so it works with a busy kernel, and in a reopened notebook with none. Its output also
carries the data as JSON, from which the HTML export draws the same table.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import anywidget
import traitlets

from cairn_nb.explorer.module import style, widget_module
from cairn_nb.explorer.payload import Payload

EXPLORER_MIMETYPE = "application/vnd.cairn.explorer+json"


class Explorer(anywidget.AnyWidget):
    """The cases table. `selected`, `query`, `status` and `sort` follow the person, and can be set."""

    _esm = widget_module()
    _css = style()
    index = traitlets.Bytes(b"").tag(sync=True)
    details = traitlets.List(traitlets.Bytes()).tag(sync=True)
    chunks = traitlets.List(traitlets.Bytes()).tag(sync=True)
    block = traitlets.Int(250).tag(sync=True)
    selected = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    query = traitlets.Unicode("").tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    sort = traitlets.Dict(None, allow_none=True).tag(sync=True)

    def __init__(self, payload: Payload, **state: Any) -> None:
        super().__init__(
            index=payload.index,
            details=list(payload.details),
            chunks=list(payload.chunks),
            block=payload.block,
            **state,
        )
        self._payload = payload

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return {**data, EXPLORER_MIMETYPE: as_json(self._payload)}, dict(metadata)


def as_json(payload: Payload) -> dict[str, Any]:
    """The packed data as JSON, for a notebook's output."""
    return {
        "index": _text(payload.index),
        "details": [_text(block) for block in payload.details],
        "chunks": [_text(block) for block in payload.chunks],
        "block": payload.block,
    }


def from_json(content: Mapping[str, Any]) -> Payload:
    """The packed data again.

    Raises
    ------
    ValueError
        If a block is not base64.
    """
    return Payload(
        index=base64.b64decode(content["index"], validate=True),
        details=tuple(base64.b64decode(block, validate=True) for block in content["details"]),
        chunks=tuple(base64.b64decode(block, validate=True) for block in content["chunks"]),
        block=int(content["block"]),
    )


def _text(block: bytes) -> str:
    return base64.b64encode(block).decode("ascii")

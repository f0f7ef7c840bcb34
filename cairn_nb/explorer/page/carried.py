"""The packed data as JSON: how a notebook's output carries them to the page."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.explorer.payload import Payload
from cairn_nb.explorer.tables.table import Table

EXPLORER_MIMETYPE = "application/vnd.cairn.explorer+json"


def as_json(payload: Payload) -> dict[str, Any]:
    """The packed data as JSON, for a notebook's output."""
    return {
        "index": _text(payload.index),
        "texts": [_text(block) for block in payload.texts],
        "details": [_text(block) for block in payload.details],
        "chunks": [_text(block) for block in payload.chunks],
        "block": payload.block,
        "fallback": [table.model_dump(mode="json") for table in payload.fallback],
    }


def from_json(content: Mapping[str, Any]) -> Payload:
    """The packed data again.

    Raises
    ------
    InputError
        If a part is missing or is not what it should be.
    """
    try:
        return Payload(
            index=_bytes(content["index"]),
            texts=tuple(_bytes(block) for block in content.get("texts", ())),
            details=tuple(_bytes(block) for block in content["details"]),
            chunks=tuple(_bytes(block) for block in content["chunks"]),
            block=int(content["block"]),
            fallback=tuple(Table.model_validate(table) for table in content.get("fallback", ())),
        )
    except (KeyError, TypeError, ValueError, ValidationError, binascii.Error) as error:
        hint = "run the notebook again with this version"
        raise InputError(f"is damaged: {error!r}", path="the notebook's explorer", hint=hint) from error


def _text(block: bytes) -> str:
    return base64.b64encode(block).decode("ascii")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)

"""A part of an experiment by name."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from cairn_nb.records.base import Record


class Component(Record):
    """A part by name, with its own parameters, which the part itself checks."""

    name: str
    params: dict[str, Any] = Field(default_factory=dict)

"""A set of rows, said in the terms of the cases table's own filters, so that a reader can widen or narrow it."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records import Record


class Filter(Record):
    """Which rows a number, a sentence or a mark stands for; an empty filter is all of them.

    `facets` are values by column, `ranges` are inclusive ``[low, high]`` by column with null for an open
    end, `missing` names columns whose value must be null, `ids` lists rows by id.
    """

    facets: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    ranges: dict[str, tuple[float | None, float | None]] = Field(default_factory=dict)
    missing: tuple[str, ...] = ()
    ids: tuple[str, ...] | None = None
    label: str = ""

"""What every record has in common: frozen, no unknown keys, only finite numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict


class Record(BaseModel):
    """A frozen value that crosses a file or a network. Change one with `changed`."""

    # Most commands use few of the records; a validator is built when its record is first used.
    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="constants", defer_build=True
    )

    # The fields that a record's own line in a notebook shows; none means all.
    shown_fields: ClassVar[tuple[str, ...]] = ()

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """The fields to show: a report's every row on the last line of a cell would drown the notebook."""
        if not self.shown_fields:
            return super().__repr_args__()
        return [(name, getattr(self, name)) for name in self.shown_fields]

    def changed(self, **values: object) -> Self:
        """A copy with other values, checked like a new one.

        Raises
        ------
        pydantic.ValidationError
            If a value does not fit its field.
        """
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**{**fields, **values})

"""A report's estimates by name, under either way to write it."""

from __future__ import annotations

from cairn_nb.errors import UnknownEstimateError
from cairn_nb.records.estimate import Estimate

SHOWN_NAMES = 3


class Estimates(dict[str, Estimate]):
    """A dict whose ``["recall@5"]`` is its ``["recall_at_5"]``, and which says what it has when a name is unknown."""

    def __missing__(self, name: str) -> Estimate:
        """The estimate of a name that is written otherwise.

        Raises
        ------
        UnknownEstimateError
            If there is none; it lists the nearest names.
        """
        from difflib import get_close_matches  # every command loads this module, and few miss a name

        written = str(name).strip().lower().replace("@", "_at_")
        if written in self:
            return self[written]
        near = get_close_matches(written, self, n=SHOWN_NAMES, cutoff=0.4) or sorted(self)
        names = ", ".join(near) or "none; an earlier cairn's report has no estimates"
        raise UnknownEstimateError(f"there is no estimate {name!r}", hint=f"there are {names}")

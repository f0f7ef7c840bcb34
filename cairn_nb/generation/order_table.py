"""A row of the tables that say what an order to the model looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Orders:
    """Patterns that share a condition which is cheap to test.

    Parameters
    ----------
    stems
        A text without any of these holds none of the orders.
    sources
        What the orders look like, as regular expressions.
    excusable
        Whether an order may be innocent because of the words before it: negated, reported, or said of
        somebody else.
    """

    stems: tuple[str, ...]
    sources: tuple[str, ...]
    excusable: bool = False

    @property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        """The expressions, compiled when first looked for: most documents never need them."""
        return _compiled(self.sources)


@cache
def _compiled(sources: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(map(re.compile, sources))


def orders(stems: str, *patterns: str, excusable: bool = False) -> Orders:
    """A row of a table: stems parted by ``/``, then regular expressions."""
    return Orders(tuple(stems.split("/")), patterns, excusable)

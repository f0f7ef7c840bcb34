"""A row of the tables that say what an order to the model looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Orders:
    """Patterns that share a condition which is cheap to test.

    Parameters
    ----------
    stems
        A text without any of these holds none of the orders.
    patterns
        What the orders look like.
    excusable
        Whether an order may be innocent because of the words before it: negated, reported, or said of
        somebody else.
    """

    stems: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]
    excusable: bool = False


def orders(stems: str, *patterns: str, excusable: bool = False) -> Orders:
    """A row of a table: stems parted by ``/``, then regular expressions."""
    return Orders(tuple(stems.split("/")), tuple(re.compile(pattern) for pattern in patterns), excusable)

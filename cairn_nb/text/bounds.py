"""Which way a stated number bounds: "at least 18" and "at most 18" hold the same number and say the opposite.

Only bounds in front of a number are read, in the commonest words of four languages; where a text leaves the
direction open, or states both, nothing is concluded.
"""

from __future__ import annotations

import re
from typing import Literal

from cairn_nb.text.fold import fold

Direction = Literal["from", "to"]

_FROM = (
    r"at least|(?:no|not) (?:less|fewer|earlier) than|(?:more|older|longer|later|higher|larger) than|minimum|over|above"
    r"|after|exceed(?:s|ing)?|mindestens|mehr als|nicht weniger als|au moins|plus de|al menos|más de"
)
_TO = (
    r"at most|(?:no|not) (?:more|later|longer|older) than|(?:less|fewer|younger|shorter|earlier|lower|smaller) than"
    r"|maximum|under|below|before|up to|within|höchstens|weniger als|nicht mehr als|au plus|moins de|como máximo"
    r"|menos de"
)
_COMPARED = r"(?:more|less|fewer|later|earlier|longer|older|mehr|weniger)\b"
_BOUND = re.compile(
    rf"(?P<denied>\b(?:no|not|never|nicht|pas|\w+n't)\b(?! {_COMPARED})(?: \w+)? )?"
    rf"\b(?:(?P<to>{_TO})|(?P<from>{_FROM}))\b"
    r"(?: (?!and\b|or\b)[^\W\d]+){0,2}[ :]{1,2}[$€£¥]?(?P<number>-?\d+(?:[.,:]\d+)*)"
)


def bounds(text: str) -> dict[str, set[Direction]]:
    """Each bounded number of a text, as written, with the directions it is bounded in."""
    found: dict[str, set[Direction]] = {}
    for match in _BOUND.finditer(fold(text)):
        direction: Direction = "to" if match["to"] else "from"
        if match["denied"]:
            direction = "from" if direction == "to" else "to"
        found.setdefault(match["number"], set()).add(direction)
    return found


def opposed_bounds(claim: str, evidence: str) -> tuple[str, ...]:
    """The numbers that the claim bounds in one direction and the evidence only in the other."""
    claimed = bounds(claim)
    if not claimed:
        return ()
    stated = bounds(evidence)
    return tuple(number for number, ways in claimed.items() if number in stated and ways.isdisjoint(stated[number]))

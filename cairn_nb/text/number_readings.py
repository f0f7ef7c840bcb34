"""What a number in digits may mean: grouping and decimal marks of any locale, fractions, thousands and millions."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

from cairn_nb.text.units import SCALES

_SCALE = re.compile(r" ?(百万|[千万萬億亿만억]|[^\W\d_\u2e80-\u9fff\uac00-\ud7a3]+)\.?")


def scaled(readings: frozenset[str], folded: str, end: int) -> tuple[frozenset[str], int]:
    """The readings times the thousand or million behind the number, and where that word ends."""
    scale = _SCALE.match(folded, end)
    factor = SCALES.get(scale[1]) if scale else None
    if scale is None or factor is None:
        return readings, end
    return frozenset(_canonical(Decimal(reading) * factor) for reading in readings if _is_decimal(reading)), scale.end()


def _is_decimal(reading: str) -> bool:
    return reading.replace(".", "", 1).isdigit()


def _canonical(value: Decimal) -> str:
    return f"{value:f}".rstrip("0").rstrip(".") if "." in f"{value:f}" else f"{value:f}"


def readings_of(match: re.Match[str]) -> frozenset[str]:
    """The readings of a number that the pattern of `numbers` found, without its sign."""
    if match["sign_fraction"]:
        part = Decimal(str(unicodedata.numeric(match["sign_fraction"])))
        return frozenset({_canonical(Decimal(match["whole"] or 0) + round(part, 6))})
    if match["below"]:
        below = int(match["below"])
        verbatim = f"{match['above']}/{match['below']}"
        if not below:
            return frozenset({verbatim})
        value = Decimal(match["mixed"] or 0) + round(Decimal(match["above"]) / below, 6)
        return frozenset({_canonical(value), verbatim} if not match["mixed"] else {_canonical(value)})
    return _separated(match["digits"].replace("\u066b", ",").replace("\u066c", "."))


def _separated(digits: str) -> frozenset[str]:
    """What digits with grouping and decimal marks may mean in any locale."""
    if digits.isdigit() and digits.isascii():  # as nearly all are
        return frozenset({digits.lstrip("0") or "0"})
    compact = digits.replace(" ", "").replace("'", "")
    parts = re.split(r"[.,]", compact)
    marks = re.findall(r"[.,]", compact)
    if not marks:
        return frozenset({_canonical(Decimal(compact))})
    as_decimal = _canonical(Decimal("".join(parts[:-1]) + "." + parts[-1]))
    grouped = len(parts[-1]) == 3 and 1 <= len(parts[0]) <= 3 and all(2 <= len(part) <= 3 for part in parts[1:-1])
    as_whole = _canonical(Decimal("".join(parts)))
    if len(marks) == 1:
        both = grouped and parts[0].strip("0") and compact == digits
        return frozenset({as_decimal, as_whole} if both else {as_decimal})
    if len(set(marks)) == 1:
        return frozenset({as_whole} if grouped else {compact})
    return frozenset({as_decimal} if len(set(marks[:-1])) == 1 else {compact})

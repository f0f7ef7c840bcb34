"""Calendar dates in the ways that texts write them, as readings that can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cairn_nb.text.digits import HAS_DIGIT, at_digits

_MONTHS = (
    "january jan januar jänner janvier enero gennaio января",
    "february feb februar février fevrier febrero febbraio февраля",
    "march mar märz mars marzo марта",
    "april apr avril abril aprile апреля",
    "may mai mayo maggio мая",
    "june jun juni juin junio giugno июня",
    "july jul juli juillet julio luglio июля",
    "august aug août aout agosto августа",
    "september sept sep septembre septiembre settembre сентября",
    "october oct oktober okt octobre octubre ottobre октября",
    "november nov novembre noviembre ноября",
    "december dec dezember dez décembre decembre diciembre dicembre декабря",
)
MONTHS = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_NUMERIC = re.compile(
    r"(?<![\d.,/-])(?:(?P<y1>\d{4})(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})"
    r"|(?P<a>\d{1,2})(?P<s2>[-/.]) ?(?P<b>\d{1,2})(?P=s2) ?(?P<y2>\d{4}|\d{2}))(?!\d|[.,/-]\d)"
)
_DAY_MONTH = re.compile(
    rf"(?<![\d.,/])(?P<d>\d{{1,2}})(?:st|nd|rd|th|er|\.|º)? ?(?:of |de |di )?(?P<m>{_MONTH})\b\.?(?:,? (?:de |del "
    rf")?(?P<y>\d{{4}})\b)?"
)
_MONTH_DAY = re.compile(
    rf"\b(?P<m>{_MONTH})\b\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.,]?\d|\w)(?: ?,? (?P<y>\d{{4}})\b)?"
)
_EAST_ASIAN = re.compile(r"(?:(?P<y>\d{4}) ?[年년] ?)?(?P<m>\d{1,2}) ?[月월] ?(?P<d>\d{1,2}) ?[日号號일]")
_CENTURY_BREAK = 70
# What no date of its form lacks: most numbers are no dates, and these find that out several times as fast.
_HAS_PARTS = re.compile(r"\d[-/.] ?\d")
_DIGITS = re.compile(r"\d+")
_WORD_BEHIND = re.compile(r"(?:st|nd|rd|th|er|\.|º)? ?(?:of |de |di )?([^\W\d_]++)")
_WORD_BEFORE = re.compile(r"[^\W\d_]+$")


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a folded text: its range, every way to read it, and the plain numbers that stand in it.

    A reading is (year, month, day); the year is null when none is written.
    """

    start: int
    end: int
    readings: frozenset[tuple[int | None, int, int]]
    numbers: frozenset[int]


def dates(text: str) -> Iterator[Date]:
    """Dates of a folded text; where two forms overlap the one that begins first, then the longer."""
    if not HAS_DIGIT.search(text):
        return
    found = list(_numeric(text)) if _HAS_PARTS.search(text) else []
    if _has_month(text):
        found += [*_named(at_digits(_DAY_MONTH, text)), *_named(_MONTH_DAY.finditer(text))]
    if "月" in text or "월" in text:
        found += _named(at_digits(_EAST_ASIAN, text))
    if not found:
        return
    end = 0
    for date in sorted(found, key=lambda date: (date.start, -date.end)):
        if date.start >= end:
            end = date.end
            yield date


def _has_month(text: str) -> bool:
    """Whether a month's name stands beside a number; also where the two are no date."""
    for digits in _DIGITS.finditer(text):
        behind = _WORD_BEHIND.match(text, digits.end())
        if behind and behind[1] in MONTHS:
            return True
        start = digits.start()
        if text[start - 1 : start] == " ":
            before = _WORD_BEFORE.search(text[text.rfind(" ", 0, start - 1) + 1 : start - 1].removesuffix("."))
            if before and before[0] in MONTHS:
                return True
    return False


def _possible(readings: Iterator[tuple[int | None, int, int]]) -> frozenset[tuple[int | None, int, int]]:
    return frozenset(reading for reading in readings if 1 <= reading[1] <= 12 and 1 <= reading[2] <= 31)


def _numeric(text: str) -> Iterator[Date]:
    for match in at_digits(_NUMERIC, text):
        if match["y1"]:
            year, month, day = int(match["y1"]), int(match["m1"]), int(match["d1"])
            readings = _possible(iter([(year, month, day)]))
        else:
            first, second, year = int(match["a"]), int(match["b"]), int(match["y2"])
            if len(match["y2"]) == 2:
                year += 1900 if year >= _CENTURY_BREAK else 2000
            both = [(year, second, first)] if match["s2"] == "." else [(year, second, first), (year, first, second)]
            readings, day = _possible(iter(both)), first
        if readings:
            yield Date(match.start(), match.end(), readings, frozenset({year, day}))


def _named(matches: Iterator[re.Match[str]]) -> Iterator[Date]:
    for match in matches:
        year = int(match["y"]) if match["y"] else None
        month = MONTHS[match["m"]] if match["m"] in MONTHS else int(match["m"])
        readings = _possible(iter([(year, month, int(match["d"]))]))
        if readings:
            yield Date(match.start(), match.end(), readings, frozenset({int(match["d"])} | ({year} if year else set())))

"""The numbers of a text, in whatever way they are written, and whether another text states them too.

A number has one or more readings: ``1,500`` is 1500 or 1.5, ``1.5`` is 1.5, ``-18`` is not 18, ``½`` is 0.5,
``5 million`` is 5000000, ``6 pm`` is 18:00, ``5 March 2024`` a date. Two numbers agree when they share a
reading and do not name different units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cairn_nb.text.dates import Date, dates
from cairn_nb.text.digits import FRACTION_SIGNS, around_digits, at_digits
from cairn_nb.text.fold import fold
from cairn_nb.text.number_readings import readings_of, scaled
from cairn_nb.text.number_words import fraction_words, number_words
from cairn_nb.text.tokens import words
from cairn_nb.text.units import CURRENCY_SIGNS, SCALES, UNITS, unit_behind, word_behind

_TIME = re.compile(
    r"(?<![\d.,:])(?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))?(?::\d{2})? ?(?P<half>a\.?m\b\.?|p\.?m\b\.?)"
    r"|(?<![\d.,:])(?P<h2>\d{1,2})[:h.](?P<m2>\d{2}) ?(?:uhr|h)\b|(?<![\d.,:])(?P<h3>\d{1,2}) ?(?:uhr)\b"
    r"|(?<![\d.,:])(?P<h4>\d{1,2}):(?P<m4>\d{2})(?::\d{2})?(?![\d:])|(?P<h5>\d{1,2}) ?[時时点點](?P<m5>\d{2})? "
    r"?分?(?!間)"
)
# No time lacks one of these behind a digit.
_HAS_TIME = re.compile(r"\d(?::\d| ?[ap]\.?m| ?uhr|[h.]\d\d ?h| ?[時时点點])")
_NUMBER = re.compile(
    r"(?:(?<!\w)(?P<word>[^\W\d_\u2e80-\u9fff\uac00-\ud7a3]++)(?=\d))?"
    rf"(?P<sign>(?<![\w)\]}}%'\"°-])[-+±])?(?P<money>[{CURRENCY_SIGNS}] ?)?(?P<inner_sign>(?<=[{CURRENCY_SIGNS}])-)?"
    rf"(?:(?P<whole>\d+)?(?: ?(?P<sign_fraction>[{FRACTION_SIGNS}]))"
    r"|(?:(?P<mixed>\d+) )?(?P<above>\d+)[/\u2044](?P<below>\d+)(?![\d/])"
    r"|(?P<digits>\d{1,3}(?: \d{3})+(?![\d])(?:[.,]\d+)?|\d{1,3}(?:'\d{3})+(?:[.,]\d+)?|\d+(?:[.,\u066b\u066c]\d+)*))"
)
_MINUS_WORD = re.compile(r"\b(?:minus|moins|menos|минус|マイナス|负|負|ناقص) ?$")
_CONTEXT_CHARS = 12
# "At 9" may be a time, "9 on Sundays" may; "9 euros" or "9 dogs" may not.
_TIME_BEFORE = re.compile(r"\b(?:at|from|to|until|till|before|after|by|between|um|ab|bis) ?$")
_BEHIND_TIME = frozenset({None, "on", "in", "and", "to", "until", "till", "every", "each", "or", "daily", "sharp"})
_MAX_HOUR = 24
_PARTS = "part"
_CODE_BEFORE = re.compile(r"\b([a-z]{2,3})\.? ?$")
_ATTACHED = re.compile(r"[^\W\d_\u2e80-\u9fff\uac00-\ud7a3]+[\w]*")
_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "ère", "e", "ème", "eme", "o", "a", "го", "й", "s"})


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as a text states it.

    Parameters
    ----------
    text
        As written, folded, with a "million" that belongs to it.
    readings
        What it may mean; comparable strings, the sign in them.
    unit
        What it measures, by one name; null when it names none that is known.
    unit_text
        The unit as written, where it is not in `text`.
    noun
        The word behind it, when there is no unit; a fraction counts parts.
    spelled
        Whether it is written in words.
    """

    text: str
    readings: frozenset[str]
    unit: str | None = None
    noun: str | None = None
    spelled: bool = False
    unit_text: str = ""

    def agrees(self, other: Quantity) -> bool:
        """Whether both may be the same number, in the same unit where both name one."""
        same_unit = self.unit is None or other.unit is None or self.unit == other.unit
        return same_unit and not self.readings.isdisjoint(other.readings)


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of a text, in order of kind: dates, times, digits, words."""
    return _kept_quantities(text) if len(text) <= KEPT_CHARS else _all_quantities(text)


def _all_quantities(text: str) -> tuple[Quantity, ...]:
    folded = fold(text)
    return tuple(_quantities(folded, tuple(dates(folded))))


def _quantities(folded: str, found: tuple[Date, ...]) -> Iterator[Quantity]:
    taken: list[tuple[int, int]] = []
    for date in found:
        yield _date_quantity(date, folded)
        taken.append((date.start, date.end))
    for match in at_digits(_TIME, folded) if _HAS_TIME.search(folded) else ():
        if (time := _time_reading(match)) and not _overlaps(match.span(), taken):
            yield Quantity(match[0], frozenset({time}))
            taken.append(match.span())
    yield from _written_in_digits(folded, taken)
    for start, end, value in number_words(folded):
        unit, unit_end = unit_behind(folded, end)
        noun = None if unit else word_behind(folded, end)
        written, unit_text = folded[start:end], folded[end:unit_end]
        yield Quantity(written, frozenset({str(value)}), unit, noun, spelled=True, unit_text=unit_text)
    for start, end, part in fraction_words(folded):
        yield Quantity(folded[start:end], frozenset({str(part)}), noun=_PARTS, spelled=True)


def stated_numbers(text: str) -> tuple[Quantity, ...]:
    """`quantities`, and the parts of dates by themselves: what a text can be quoted for."""
    return _kept_stated(text) if len(text) <= KEPT_CHARS else _all_stated(text)


def _all_stated(text: str) -> tuple[Quantity, ...]:
    folded = fold(text)
    found = tuple(dates(folded))
    extra = (Quantity(part, frozenset({part})) for date in found for part in _parts(date))
    return (*_quantities(folded, found), *extra)


# An answer is read by the judge of its grade, by that of its axes and beside its reference: short texts are read once.
KEPT_CHARS = 1000
_kept_quantities = lru_cache(maxsize=4096)(_all_quantities)
_kept_stated = lru_cache(maxsize=4096)(_all_stated)


@dataclass(frozen=True, slots=True)
class ComparedNumbers:
    """A claim's numbers beside what the evidence states.

    Parameters
    ----------
    missing
        Those that the evidence does not state, as the claim writes them.
    agreeing_words
        The words in which the claim writes the others, and their units where the evidence names the same.
    """

    missing: tuple[str, ...] = ()
    agreeing_words: frozenset[str] = frozenset()


def compare_numbers(claim: str, evidence: str) -> ComparedNumbers:
    """Which numbers of a claim the evidence states, in whatever form it writes them.

    A number in digits must be in the evidence, with the same sign and no other unit. A number in words is
    missing only where the evidence counts the same thing differently: words such as "both" may say it too.
    """
    claimed = quantities(claim)
    if not claimed:
        return ComparedNumbers()
    stated = stated_numbers(evidence)
    missing = tuple(number.text for number in claimed if not _is_stated(number, stated))
    return ComparedNumbers(missing, frozenset(word for number in claimed for word in _agreeing_words(number, stated)))


def missing_numbers(claim: str, evidence: str) -> tuple[str, ...]:
    """The numbers of a claim that the evidence does not state, as the claim writes them; see `compare_numbers`."""
    return compare_numbers(claim, evidence).missing


def _agreeing_words(number: Quantity, stated: tuple[Quantity, ...]) -> Iterator[str]:
    agreeing = [other for other in stated if number.agrees(other)]
    if agreeing:
        yield from words(number.text)
    if number.unit and any(number.unit == other.unit for other in agreeing):
        yield from words(number.unit_text)


def _is_stated(number: Quantity, stated: tuple[Quantity, ...]) -> bool:
    if any(number.agrees(other) for other in stated):
        return True
    return number.spelled and not any(_counts_the_same(number, other) for other in stated)


def _counts_the_same(number: Quantity, other: Quantity) -> bool:
    if number.unit or other.unit:
        return number.unit == other.unit
    return number.noun is not None and number.noun == other.noun


def _overlaps(span: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in taken)


def _date_quantity(date: Date, folded: str) -> Quantity:
    readings = frozenset(f"date {year or ''}-{month}-{day}" for year, month, day in date.readings)
    return Quantity(folded[date.start : date.end], readings)


def _parts(date: Date) -> Iterator[str]:
    """What a date states besides itself: the same without its year, its year and its day."""
    yield from (f"date -{month}-{day}" for _, month, day in sorted(date.readings, key=str))
    yield from (str(number) for number in sorted(date.numbers))


def _time_reading(match: re.Match[str]) -> str | None:
    hour = int(match["h"] or match["h2"] or match["h3"] or match["h4"] or match["h5"])
    minute = int(match["m"] or match["m2"] or match["m4"] or match["m5"] or 0)
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].startswith("p") else 0)
    return f"time {hour}:{minute:02d}" if hour <= 24 and minute < 60 else None


def _written_in_digits(folded: str, taken: list[tuple[int, int]]) -> Iterator[Quantity]:
    position = 0
    for match in around_digits(_NUMBER, folded):
        begins = match.end("word") if match["word"] else match.start()
        if match.start() < position or _overlaps((begins, match.end()), taken):
            continue
        if word := _code(match, folded):
            position = match.start() + len(word)
            yield Quantity(word, frozenset({word}))
        else:
            yield _quantity(match, folded)


def _code(match: re.Match[str], folded: str) -> str | None:
    """The whole word when digits are only a part of it, as in A4, 4x4 or B12; null for a number."""
    attached = _ATTACHED.match(folded, match.end())
    tail = attached[0] if attached else ""
    is_number = not match["word"] and (not tail or tail in UNITS or tail in _ORDINALS or tail in SCALES)
    return None if is_number else folded[match.start() : match.end()] + tail


def _quantity(match: re.Match[str], folded: str) -> Quantity:
    end = match.end()
    ordinal = _ATTACHED.match(folded, end)
    if ordinal and ordinal[0] in _ORDINALS:
        end = ordinal.end()
    readings, end = scaled(readings_of(match), folded, end)
    before = folded[max(0, match.start() - _CONTEXT_CHARS) : match.start()]
    if "-" in (match["sign"], match["inner_sign"]) or _MINUS_WORD.search(before):
        readings = frozenset(f"-{reading}" if reading != "0" else reading for reading in readings)
    unit, unit_text = _unit(match, folded, before, end)
    is_fraction = match["below"] or match["sign_fraction"]
    noun = None if unit else _PARTS if is_fraction else word_behind(folded, end)
    if unit is None and noun in _BEHIND_TIME and _TIME_BEFORE.search(before):
        readings |= {f"time {hour}:00" for hour in readings if hour.isdecimal() and int(hour) <= _MAX_HOUR}
    return Quantity(folded[match.start() : end].strip(" ."), readings, unit, noun, unit_text=unit_text)


def _unit(match: re.Match[str], folded: str, before: str, end: int) -> tuple[str | None, str]:
    """The unit beside a number, and where it is not in the number's own text, how it is written."""
    if match["money"]:
        return UNITS.get(match["money"].strip()), ""
    behind, unit_end = unit_behind(folded, end)
    code = _CODE_BEFORE.search(before) if behind is None else None
    if code and code[1] in {"usd", "eur", "gbp", "jpy", "cny", "chf", "inr", "rs"}:
        return UNITS.get(code[1]), code[1]
    return behind, folded[end:unit_end]

"""Numbers written as words or in Chinese numerals; "one" is left out, as it is mostly an article or a pronoun."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

# From two upwards.
_LISTS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen",
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn "
    "neunzehn",
    "deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize",
    "dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho "
    "diecinueve",
    "два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
)
_TENS = (
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "vingt trente quarante cinquante soixante",
    "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто",
)
TENS = {word: 10 * number for line in _TENS for number, word in enumerate(line.split(), start=2)}
SMALL = {word: number for line in _LISTS for number, word in enumerate(line.split(), start=2)} | TENS
# Ones count only behind a ten ("twenty-one").
ONES = dict.fromkeys(("one", "un", "une", "uno", "один"), 1)
HUNDREDS = {"hundred": 100, "hundert": 100, "cent": 100, "cien": 100, "сто": 100, "thousand": 1000, "tausend": 1000}
_WORDS = "|".join(sorted(SMALL, key=len, reverse=True))
_LARGE = "|".join(HUNDREDS)
_SPELLED = re.compile(
    rf"\b(?P<a>{_WORDS})\b(?:[ -](?P<b>{_WORDS}|{'|'.join(ONES)})\b)?(?:[ -](?P<c>{_LARGE})\b)?|\b(?P<d>hundert|"
    rf"cien|сто)\b"
)
# Most texts spell out no number: a look at their words shows it several times as fast as the pattern.
_LETTERS = re.compile(r"[^\W\d_]+")
_FIRST_WORDS = frozenset({*SMALL, "hundert", "cien", "сто"})
_DIGITS = {
    character: value
    for value, characters in enumerate(("〇零", "一壱", "二两兩弐", "三参", "四", "五", "六", "七", "八", "九"))
    for character in characters
}
_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "萬": 10**4, "億": 10**8, "亿": 10**8}
_HAN = re.compile(
    r"[〇零一壱二两兩弐三参四五六七八九十百千万萬億亿]{2,}|[二两兩三四五六七八九十](?=[日天年月周週%个個名人条条次回時时分度元円歳岁])"
)


_BELOW = {
    form: number
    for number, forms in (
        (2, "half halves"),
        (3, "third thirds drittel tiers"),
        (4, "quarter quarters fourth fourths viertel quarts"),
        (5, "fifth fifths fünftel"),
        (6, "sixth sixths"),
        (8, "eighth eighths achtel"),
        (10, "tenth tenths zehntel"),
    )
    for form in forms.split()
}
# Nearly no text has a fraction in words, and this finds that out several times as fast.
_HAS_PART = re.compile(rf"[ -](?:{'|'.join(_BELOW)})\b")
_FRACTION = re.compile(
    rf"\b(?:(?P<one>one|a(?=[ -]\w+ of\b))[ -](?P<part>{'|'.join(form for form in _BELOW if not form.endswith('s'))})"
    rf"|(?P<above>{_WORDS})[ -](?P<parts>{'|'.join(form for form in _BELOW if form.endswith(('s', 'tel')))}))\b"
)


def number_words(text: str) -> Iterator[tuple[int, int, int]]:
    """(start, end, value) of each number that a folded text spells out."""
    if not _FIRST_WORDS.isdisjoint(_LETTERS.findall(text)):
        yield from _spelled(text)
    if text.isascii():
        return
    for match in _HAN.finditer(text):
        yield match.start(), match.end(), _han_value(match[0])


def _spelled(text: str) -> Iterator[tuple[int, int, int]]:
    for match in _SPELLED.finditer(text):
        if match["d"]:
            yield match.start(), match.end(), 100
            continue
        value = SMALL[match["a"]]
        end = match.end("a")
        unit = {**SMALL, **ONES}.get(match["b"] or "", 0)
        if value in TENS.values() and 0 < unit < 10:
            value, end = value + unit, match.end("b")
        if match["c"] and (match["b"] is None or end == match.end("b")):
            value, end = value * HUNDREDS[match["c"]], match.end("c")
        yield match.start(), end, value


def fraction_words(text: str) -> Iterator[tuple[int, int, Decimal]]:
    """(start, end, value) of each fraction that a folded text spells out, "two thirds" but not "a third party"."""
    if not _HAS_PART.search(text):
        return
    for match in _FRACTION.finditer(text):
        above = 1 if match["one"] else SMALL[match["above"]]
        value = Decimal(above) / _BELOW[match["part"] or match["parts"]]
        yield match.start(), match.end(), round(value, 6).normalize()


def _han_value(numeral: str) -> int:
    """The value of a Chinese numeral, in figures (二〇二四) or in words (三百五十)."""
    if all(character in _DIGITS for character in numeral):
        return int("".join(str(_DIGITS[character]) for character in numeral))
    total = section = digit = 0
    for character in numeral:
        if character in _DIGITS:
            digit = _DIGITS[character]
            continue
        power = _POWERS[character]
        if power >= 10**4:
            total, section, digit = (total + section + digit or 1) * power, 0, 0
        else:
            section, digit = section + (digit or 1) * power, 0
    return total + section + digit

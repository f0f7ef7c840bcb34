"""The numbers of one text, looked up by what they may mean: many claims are held against the same passages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from cairn_nb.text.numbers import Quantity, quantities, stated_numbers


class StatedNumbers:
    """What a text states, as `cairn_nb.text.numbers.compare_numbers` asks for it.

    Parameters
    ----------
    stated
        The text's `stated_numbers`.
    """

    __slots__ = ("_nouns", "_units", "_units_of")

    def __init__(self, stated: Iterable[Quantity]) -> None:
        self._units_of: dict[str, set[str | None]] = {}
        self._units: set[str] = set()
        self._nouns: set[str] = set()
        for number in stated:
            for reading in number.readings:
                self._units_of.setdefault(reading, set()).add(number.unit)
            if number.unit:
                self._units.add(number.unit)
            elif number.noun is not None:
                self._nouns.add(number.noun)

    def agrees(self, number: Quantity) -> bool:
        """Whether the text states a number that `number` agrees with."""
        for reading in number.readings:
            units = self._units_of.get(reading)
            if units and (number.unit is None or None in units or number.unit in units):
                return True
        return False

    def counts_the_same(self, number: Quantity) -> bool:
        """Whether the text counts what `number` counts: in the same unit, or without any the same noun."""
        return number.unit in self._units if number.unit else number.noun in self._nouns


@lru_cache(maxsize=2048)
def numbers_of_passage(text: str) -> StatedNumbers:
    """The numbers of a passage; passages come up for many questions."""
    return StatedNumbers(stated_numbers(text))


def states_every_number(claim: str, passages: Sequence[str]) -> bool:
    """Whether passages state every number of a claim, as `missing_numbers` of them all together would find none."""
    return all(_is_stated(number, passages) for number in quantities(claim))


def _is_stated(number: Quantity, passages: Sequence[str]) -> bool:
    if any(numbers_of_passage(text).agrees(number) for text in passages):
        return True
    return number.spelled and not any(numbers_of_passage(text).counts_the_same(number) for text in passages)

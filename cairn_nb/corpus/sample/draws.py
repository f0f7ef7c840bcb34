"""Choices that depend on the seed and a name alone.

They are taken from the sha256 words of `cairn_nb.seeds`, not from a numpy generator, whose methods may give
other draws in another release: these bytes have to be the same on every machine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cairn_nb.seeds import seed_words

Item = TypeVar("Item")
ALTERNATIVES = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")


@dataclass(frozen=True)
class Draws:
    """Named draws of one seed."""

    seed: int

    def word(self, *names: str | int) -> int:
        """A number below 2**64."""
        low, high, *_ = seed_words(self.seed, *names)
        return low | high << 32

    def pick(self, options: Sequence[Item], *names: str | int) -> Item:
        """One of the options."""
        return options[self.word(*names) % len(options)]

    def ordered(self, items: Iterable[Item], *names: str | int, key: Callable[[Item], str] = str) -> list[Item]:
        """The items in a drawn order; each item's place depends on its own key, not on its neighbours."""
        return sorted(items, key=lambda item: (self.word(*names, key(item)), key(item)))

    def vary(self, template: str, *names: str | int) -> str:
        """The template with one choice taken in each ``[this|that]``."""
        count = 0

        def choose(match: re.Match[str]) -> str:
            nonlocal count
            count += 1
            options: list[str] = match[1].split("|")
            return self.pick(options, *names, count)

        return ALTERNATIVES.sub(choose, template)

"""How one language declines, as patterns for folded text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_NOTHING = r"(?!)"


def either(words: str) -> str:
    """A group that matches one of some words; an underscore stands for a space inside one."""
    return f"(?:{'|'.join(words.split()).replace('_', ' ')})"


def either_of(alternatives: tuple[str, ...]) -> str:
    """A group that matches one of some patterns."""
    return f"(?:{'|'.join(alternatives)})"


@dataclass(frozen=True)
class Language:
    """The wording of refusals in one language.

    Parameters
    ----------
    cues
        One of these stands in every clause that `declines`: a cheap test that most answers fail.
    declines
        Alternatives; a clause with one declines to answer.
    whole
        Alternatives; a clause that is nothing else declines.
    around
        Alternatives; a clause with one only accompanies a refusal: an apology, an offer, advice whom to ask.
    about
        Alternatives; a clause with one says what the documents are about.
    reports
        Alternatives; with one of these it says what they state, which answers something.
    contrasts
        Alternatives; where a sentence turns against itself.
    verdicts
        Alternatives; a clause that begins with one and a comma answers a question of yes or no.
    """

    cues: tuple[str, ...]
    declines: tuple[str, ...]
    whole: tuple[str, ...]
    around: tuple[str, ...]
    contrasts: tuple[str, ...]
    verdicts: tuple[str, ...]
    about: tuple[str, ...] = (_NOTHING,)
    reports: tuple[str, ...] = (_NOTHING,)

    def may_decline(self, text: str) -> bool:
        """Whether a text has a word without which no sentence of this language declines."""
        return any(map(text.__contains__, self.cues))

    def declines_in(self, clause: str) -> bool:
        """Whether a clause declines to answer."""
        if self.is_whole(clause):
            return True
        return self.may_decline(clause) and not self._verdicts.match(clause) and bool(self._declines.search(clause))

    def is_whole(self, clause: str) -> bool:
        """Whether a clause is nothing but one of the words that decline alone."""
        return self._whole.fullmatch(clause) is not None

    def accompanies(self, clause: str) -> bool:
        """Whether a clause only accompanies a refusal."""
        if self._around.search(clause):
            return True
        return bool(self._about.search(clause)) and not self._reports.search(clause)

    def clauses(self, sentence: str) -> list[str]:
        """A sentence cut where it turns against itself."""
        return self._contrasts.split(sentence)

    # Compiled when they are first needed: most programs meet one language or two.

    @cached_property
    def _declines(self) -> re.Pattern[str]:
        return re.compile(either_of(self.declines))

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(either_of(self.whole))

    @cached_property
    def _around(self) -> re.Pattern[str]:
        return re.compile(either_of(self.around))

    @cached_property
    def _about(self) -> re.Pattern[str]:
        return re.compile(either_of(self.about))

    @cached_property
    def _reports(self) -> re.Pattern[str]:
        return re.compile(either_of(self.reports))

    @cached_property
    def _contrasts(self) -> re.Pattern[str]:
        return re.compile(either_of(self.contrasts))

    @cached_property
    def _verdicts(self) -> re.Pattern[str]:
        return re.compile(f"{either_of(self.verdicts)}(?:[,،，、。] ?| [-:])")

"""How one language declines, as patterns for folded text."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.text.characters import pattern

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
        One of these stands in every refusal: a cheap test that most answers fail.
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
        """Whether a text has a word without which no refusal of this language goes."""
        return any(cue in text for cue in self.cues)

    def declines_in(self, clause: str) -> bool:
        """Whether a clause declines to answer."""
        if not self.may_decline(clause) or pattern(f"{either_of(self.verdicts)}(?:[,،，、。] ?| [-:])").match(clause):
            return False
        return bool(self.is_whole(clause) or pattern(either_of(self.declines)).search(clause))

    def is_whole(self, clause: str) -> bool:
        """Whether a clause is one of the words that decline alone."""
        return pattern(either_of(self.whole)).fullmatch(clause) is not None

    def accompanies(self, clause: str) -> bool:
        """Whether a clause only accompanies a refusal."""
        if pattern(either_of(self.around)).search(clause):
            return True
        about = pattern(either_of(self.about)).search(clause)
        return about is not None and not pattern(either_of(self.reports)).search(clause)

    def clauses(self, sentence: str) -> list[str]:
        """A sentence cut where it turns against itself."""
        return pattern(either_of(self.contrasts)).split(sentence)

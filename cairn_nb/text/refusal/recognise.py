"""Whether an answer declines to answer, known by its wording in twelve languages.

The text is cut into clauses: sentences, and what stands on either side of "but" and its like. An answer is a
refusal when at least one clause declines ("the documents do not contain…", "I could not find…") and every other
one is small talk around it: an apology, an offer, advice whom to ask, or what the documents are about instead. A
clause that says anything else is an answer, and what is answered is no refusal: neither "the plan is not available
in Europe" nor "the documents do not say, but the figure is 42".
"""

from __future__ import annotations

import re

from cairn_nb.text.fold import fold
from cairn_nb.text.refusal.arabic_hindi import ARABIC, HINDI
from cairn_nb.text.refusal.east_asian import CHINESE, JAPANESE, KOREAN
from cairn_nb.text.refusal.english import ENGLISH
from cairn_nb.text.refusal.german_russian import GERMAN, RUSSIAN
from cairn_nb.text.refusal.language import Language
from cairn_nb.text.refusal.romance import FRENCH, ITALIAN, PORTUGUESE, SPANISH
from cairn_nb.text.sentences import sentence_spans
from cairn_nb.text.uncited import without_citations

_LATIN: tuple[Language, ...] = (ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN)
_OTHERS: tuple[Language, ...] = (RUSSIAN, CHINESE, JAPANESE, KOREAN, ARABIC, HINDI)
_LONGEST_CHARS = 1500  # who declines is brief: what is longer answers something
_FEW_CHARS = 30  # one of the words that decline alone
_OPENING_CHARS = 240  # room for a first sentence
_WORD = re.compile(r"\w")
_ENDS = " \t,;:.!?-*_#>\"'()。！？｡।॥؟،，、"


def is_refusal(text: str) -> bool:
    """Whether the answer declines to answer.

    Parameters
    ----------
    text
        The answer. Citations in square brackets are not read.

    Returns
    -------
    bool
        False for an empty text: it says nothing, not even that it cannot say.
    """
    if len(text) > _LONGEST_CHARS:
        return False
    spoken = without_citations(text).strip()
    folded = fold(spoken)
    if len(folded) <= _FEW_CHARS and any(language.is_whole(folded.strip(_ENDS)) for language in _LATIN + _OTHERS):
        return True
    languages = _LATIN if folded.isascii() else _LATIN + _OTHERS
    possible = [language for language in languages if language.may_decline(folded)]
    possible = [language for language in possible if not _opens_otherwise(spoken, language)]
    sentences = _sentences(spoken) if possible else []
    return any(_all_decline(sentences, language) for language in possible)


def _sentences(text: str) -> list[str]:
    return [fold(text[start:end]) for start, end in sentence_spans(text)]


def _opens_otherwise(text: str, language: Language) -> bool:
    """Whether the first sentence alone shows that a text answers: most answers need not be read further."""
    spans = sentence_spans(text[:_OPENING_CHARS])
    if len(spans) < 2:
        return False
    first = fold(text[: spans[0][1]])
    return any(_kind(clause, language) is False for clause in language.clauses(first))


def _all_decline(sentences: list[str], language: Language) -> bool:
    """Whether some clause declines and every other one only accompanies it."""
    kinds = {_kind(clause, language) for sentence in sentences for clause in language.clauses(sentence)}
    return True in kinds and False not in kinds


def _kind(clause: str, language: Language) -> bool | None:
    """True for a clause that declines, False for one that answers, None for one that only accompanies either."""
    stripped = clause.strip(_ENDS)
    if language.declines_in(stripped):
        return True
    return None if not _WORD.search(stripped) or language.accompanies(stripped) else False

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
from cairn_nb.text.refusal_phrases import ABOUT_SOURCES, AROUND, CONTRASTS, DECLINES, REPORTS, VERDICTS, WHOLE
from cairn_nb.text.sentences import sentence_spans
from cairn_nb.text.uncited import without_citations

_LONGEST_CHARS = 1200  # who declines is brief: what is longer answers something
_WHOLE = re.compile(WHOLE)
_DECLINES = re.compile(DECLINES)
_AROUND = re.compile(AROUND)
_ABOUT_SOURCES = re.compile(ABOUT_SOURCES)
_REPORTS = re.compile(REPORTS)
_VERDICTS = re.compile(VERDICTS)
_CONTRASTS = re.compile(CONTRASTS)
_WORDS = re.compile(r"[^\W_]")
_TRIMMED = " \t,;:.!?-*_#>\"'()"


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
    folded = without_citations(fold(text)).strip(_TRIMMED)
    if not folded or _WHOLE.fullmatch(folded):
        return bool(folded)
    if not _DECLINES.search(folded):
        return False
    clauses = [part for clause in _clauses(without_citations(text)) if (part := clause.strip(_TRIMMED))]
    kinds = [_declines(clause) for clause in clauses]
    return any(kinds) and all(declines or _is_around(clause) for declines, clause in zip(kinds, clauses, strict=True))


def _clauses(text: str) -> list[str]:
    """The folded sentences of a text, cut where one turns against itself."""
    sentences = (fold(text[start:end]) for start, end in sentence_spans(text))
    return [clause for sentence in sentences for clause in _CONTRASTS.split(sentence)]


def _declines(clause: str) -> bool:
    return bool(_DECLINES.search(clause) or _WHOLE.fullmatch(clause)) and not _VERDICTS.match(clause)


def _is_around(clause: str) -> bool:
    """Whether a clause only accompanies a refusal: small talk, or what the documents are about instead."""
    if not _WORDS.search(clause) or _AROUND.search(clause):
        return True
    return bool(_ABOUT_SOURCES.search(clause)) and not _REPORTS.search(clause)

"""Whether an expected answer stands, word for word and not denied, in a longer answer."""

from __future__ import annotations

import re

from cairn_nb.text.fold import fold
from cairn_nb.text.match import find_quote

_FILLER = (
    r"(?:(?:a|an|the|exactly|really|actually|about|within|for|in|ein\w*|der|die|das|genau|le|la|les|un|une|el|los|las|ровно)"
    r" )?"
)
_DENIED_BEFORE = re.compile(
    rf"(?:\b(?:not|never|no|neither|nor|cannot|without|isn't|aren't|wasn't|weren't|nicht|kein\w*|nie|niemals|weder|pas|"
    rf"jamais|ni|sin|nunca|não|non|не|ни|без) {_FILLER}|\b(?:rather than|instead of) {_FILLER}|(?<!\w)(?:ليس|ليست|"
    rf"لا|غير|بدون) "
    rf"|(?:不是|并非|並非|绝非|不|没有|非))[\"'(]?$"
)
_DENIED_BEHIND = re.compile(
    r"^(?:で(?:は|も)|じゃ)(?:な[いく]|ありません)|^(?:이|가) 아니|^[\"')]? (?:is|are|was|were) (?:not|wrong|"
    r"false)\b(?! "
    r"only)"
)
_CONTEXT_CHARS = 40


def stands_in(expected: str, answer: str) -> bool:
    """Whether some place in `answer` says `expected` without denying it there ("not 21 days but 90").

    Case, spacing and Unicode forms do not matter; the borders of words, numbers and signs do.
    """
    return any(not _denied(answer, start, end) for start, end in find_quote(expected.strip().rstrip(".。"), answer))


def _denied(answer: str, start: int, end: int) -> bool:
    before = fold(answer[max(0, start - _CONTEXT_CHARS) : start])
    joined = f"{before} " if before and answer[start - 1].isspace() else before
    behind = answer[end : end + _CONTEXT_CHARS]
    return bool(_DENIED_BEFORE.search(joined) or _DENIED_BEHIND.search(behind.casefold()))

"""Whether an answer says no more than that there is none: the usual sentences, alone or as its first words."""

from __future__ import annotations

import re

from cairn_nb.config.model import ABSTAIN_TEXT
from cairn_nb.text.fold import fold

_SOURCES = (
    r"(?:the )?(?:provided |given |retrieved |available )?(?:documents?|context|passages?|sources?|text|information)"
)
_WHOLE = re.compile(
    r"(?:n/?a|none|unknown|no answer|unanswerable|not answerable|insufficient (?:context|information)|"
    r"not enough (?:context|information)|no (?:relevant )?information(?: (?:was )?(?:found|available))?|"
    r"i (?:don't|do not) know|(?:the )?answer (?:is )?not (?:found|available|present))[.!]?"
)
_BEGINS = re.compile(
    r"(?:(?:i'm |i am )?sorry,? (?:but )?)?"
    rf"(?:i (?:could not|couldn't|cannot|can't|can not|am unable to|was unable to) (?:find|answer|determine|locate)\b|"
    rf"i (?:don't|do not) (?:know|have (?:enough|sufficient|any))\b|"
    rf"(?:based on )?{_SOURCES},? (?:does|do|did) not (?:contain|provide|mention|include|say|state|specify|give)\b|"
    rf"there is (?:not enough|insufficient|no) (?:relevant )?(?:information|context|mention)\b|"
    rf"(?:the )?(?:answer|information|question) (?:is not|isn't|cannot be|can't be) "
    rf"(?:in|found|given|provided|contained|available in|answered|determined)\b)"
)
_LONGEST_CHARS = 400  # a long text that begins like a refusal goes on to answer


def is_refusal(text: str) -> bool:
    """Whether the answer declines to answer; what merely holds the words of a refusal does not."""
    folded = fold(text)
    if folded == fold(ABSTAIN_TEXT) or _WHOLE.fullmatch(folded):
        return True
    return len(folded) <= _LONGEST_CHARS and bool(_BEGINS.match(folded))

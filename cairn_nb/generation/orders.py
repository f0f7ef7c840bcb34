"""Whether a sentence is an order to the model, and which sentences behind it belong to the order."""

from __future__ import annotations

import re

from cairn_nb.generation.disguise import views
from cairn_nb.generation.order_table import Orders
from cairn_nb.generation.orders_english import ENGLISH
from cairn_nb.generation.orders_multilingual import MULTILINGUAL

ORDERS = ENGLISH + MULTILINGUAL
_STEMS = tuple(dict.fromkeys(stem for row in ORDERS for stem in row.stems))
_ASCII_STEMS = tuple(stem for stem in _STEMS if stem.isascii())
_CONTEXT_CHARS = 80

_NEGATED = re.compile(
    r"(?:\b(?:not|never|cannot|nobody|neither|nor|without|no one|rather than|instead of)|n't)(?: \w+ly)?\W*$"
)
_REPORTED = re.compile(
    r"\b(?:who|which|that|they|we|he|she|it|people|someone|anyone|everyone|nobody|if you|when you|unless you)\W*$"
)
_TO = re.compile(r"\bto(?: \w+ly)?\W*$")
_ORDERED_TO = re.compile(
    r"(?:\b(?:i|we)\s+(?:\w+\s+){1,2}you|\byou(?:'re| are| need| have| ought)(?: now| hereby| required| "
    r"instructed| ordered)?"
    r"|\b(?:task|job|goal|role|duty) is) to(?: \w+ly)?\W*$"
)
_MODAL = re.compile(
    r"\b(\w+) (?:must|may|might|should|shall|can|could|will|would|do|did|does|to)(?: \w+ly| now| then| also| "
    r"always)?\W*$"
)
_ADDRESSED = frozenset({"you", "assistant", "ai", "model", "chatbot", "bot", "system", "llm", "models", "assistants"})
_CITED = re.compile(
    r"\b(?:such as|like|says?|said|saying|phrases?|words?|text|reads?|called|examples?|e\.g\.|messages?|attacks?|"
    r"prompts?)\W*[\"“”„«'`‘]\W*$"
)
FOLLOW_UP = re.compile(
    r"^\W*(?:and |then |now |instead,? |please |also |just |you must |you should |you will )*"
    r"(?:(?:say|reply|respond|answer|output|print|repeat|reveal|pretend)\b"
    r"|(?:tell|send|write|state|include|append|add|begin|start|end|always|only|act|follow|show|give)\b[^.!?]*\b"
    r"(?:user|questions?|answers?|repl\w+|respon\w+|outputs?|exactly|word|phrase|text|code|messages?|orders?|as)\b"
    r"|(?:do not|don't|never) (?:mention|tell|reveal|say)\b|your (?:answer|response|reply|new|only|task)\b|you are\b"
    r"|this is (?:a|an|the) (?:order|instruction|command|system)\b"
    r"|(?:sag|antwort|schreib)\w*|(?:gib|dis|dites|di|diga)\b|(?:repond|ecri|respond|escrib)\w*"
    r"|(?:скажи|ответь|отвечай|напиши|выведи)|说|請?回答|请?回复|输出|只|答え|回答し|出力し|대답|답하|출력|قل|أجب|اكتب)"
)


def _excused(view: str, at: int) -> bool:
    """Whether the words before an order make it something else: forbidden, reported, or asked of people."""
    before = view[max(0, at - _CONTEXT_CHARS) : at]
    if _NEGATED.search(before) or _REPORTED.search(before) or _CITED.search(before):
        return True
    if _TO.search(before) and not _ORDERED_TO.search(before):
        return True
    modal = _MODAL.search(before)
    return modal is not None and not _TO.search(before) and modal[1] not in _ADDRESSED


def candidates(text: str) -> tuple[Orders, ...]:
    """The rows of the table that a text could hold an order of; none for nearly every text."""
    seen = "\0".join(views(text))
    found = {stem for stem in (_ASCII_STEMS if seen.isascii() else _STEMS) if stem in seen}
    return tuple(row for row in ORDERS if not found.isdisjoint(row.stems)) if found else ()


def is_order(sentence: str, rows: tuple[Orders, ...] = ORDERS) -> bool:
    """Whether one sentence tells the model what to do.

    Parameters
    ----------
    sentence
        As it stands in the document; disguises are taken off here.
    rows
        The rows to look at, when `candidates` of the whole text is known.
    """
    return any(_matches(view, row) for view in views(sentence) for row in rows)


def _matches(view: str, row: Orders) -> bool:
    if not any(stem in view for stem in row.stems):
        return False
    for pattern in row.patterns:
        for found in pattern.finditer(view):
            if not (row.excusable and _excused(view, found.start())):
                return True
    return False


def continues_order(sentence: str) -> bool:
    """Whether a sentence right behind an order looks like its next part."""
    return any(FOLLOW_UP.search(view) for view in views(sentence))

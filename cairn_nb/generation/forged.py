"""Pieces of a document that play a part in the conversation: forged frames and turns, links that carry data out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cairn_nb.generation.hidden import Found
from cairn_nb.generation.orders import continues_order, is_order
from cairn_nb.text.sentences import sentence_spans

_OPENING = (
    r"<\|\s*(?:im_start|start_header_id|system|user|assistant)\b[^|>\n]{0,40}\|?>"
    r"(?:\s*(?:system|user|assistant)\b)?(?:\s*<\|\s*end_header_id\s*\|>)?"
)
_TURNS = (
    (_OPENING, r"<\|\s*(?:im_end|eot_id|end(?!_header))[^|>\n]{0,40}\|>"),
    (r"\[INST\]", r"\[/INST\]"),
    ("<<SYS>>", "<</SYS>>"),
)
_TEMPLATE = re.compile(
    "|".join(f"{opening}.*?{closing}" for opening, closing in _TURNS)
    + f"|(?P<unclosed>{'|'.join(opening for opening, _ in _TURNS)})"
    + r"|<\|\s*\w{2,30}\s*\|>|\[/INST\]|<</SYS>>",
    re.DOTALL,
)
# A closed frame with a new one behind it is a forgery as a whole; a lone tag is only a tag.
_FRAME = re.compile(
    r"<\s*/\s*passages?\b[^<>\n]{0,40}>.{0,2000}<\s*(?:passage|question)\b.{0,2000}<\s*/\s*(?:passages?|question)\s*>"
    r"|<\s*question\s*>.*?<\s*/\s*question\s*>|<\s*/?\s*(?:passages?|question)\b[^<>\n]{0,200}>",
    re.DOTALL | re.IGNORECASE,
)
# A picture's version and size carry nothing out.
_SIZE = r"(?:v|ver|version|w|width|h|height|s|size|dpr|scale)=\d[\d.x]{0,7}"
_LINK = re.compile(
    rf"!\[[^\]\n]{{0,200}}\]\(\s*(?:https?:)?//[^)\s?]{{1,300}}\?(?!{_SIZE}(?:&(?:amp;)?{_SIZE})*\s*\))[^)\s]{{1,300}}\s*\)"
    r"|!?\[[^\]\n]{0,200}\]\(\s*(?:https?:)?//[^)\n]{0,300}(?:\{\{?|%7[bB]|\$\{|<[A-Za-z_ ]|\[[A-Za-z_ "
    r"])[^)\n]{0,200}\)"
)
_ROLE = r"(?:system|assistant|ai|chat ?bot|user|human|developer)"
_TURN = re.compile(
    rf"^[^\w\n]{{0,6}}{_ROLE}[^\w\n:：]{{0,4}}\s?[:：]\s*[^\w\n]{{0,3}}(?:sure\b|of course\b|certainly\b|"
    rf"understood\b|okay\b|"
    r"i (?:will (?:now|ignore|comply|obey|follow|answer|reply)|have been (?:instructed|told|reprogrammed|updated)|"
    r"am now)\b|"
    r"as (?:an ai|requested|instructed)\b|here (?:is|are) (?:the|your) (?:system|hidden|secret|answer)\b|"
    r"my (?:new )?(?:instructions|system prompt)\b|"
    r"the (?:only |correct |right |final |real |true )*(?:answer|code ?word|password|canary|secret|token) (?:is|to)\b|"
    r"you (?:are|must|will|should|shall) (?:now |always |only )*(?:an? (?:helpful|ai|assistant|unrestricted)|"
    r"answer|respond|reply|"
    r"ignore|obey|output|say|reveal)\b|"
    r"(?:please )?(?:always |never |only )(?:answer|respond|reply|say|output|reveal|mention|cite|ignore|refuse)\b|"
    r"(?:new|updated) (?:instructions?|directives?|system prompt)\b|override\b)[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)


def forged(text: str) -> Iterator[Found]:
    """Chat-template tokens with what they enclose, our own frames, invented turns, and data-carrying links.

    Behind a token that nothing closes only the orders go: the rest may be the document's own.
    """
    if "<" in text or "[" in text:
        for match in _TEMPLATE.finditer(text):
            end = _end_of_orders(text, match.end()) if match["unclosed"] else match.end()
            yield Found(match.start(), end, "fake turn")
        for kind, pattern in (("forged delimiter", _FRAME), ("data-carrying link", _LINK)):
            for match in pattern.finditer(text):
                yield Found(match.start(), match.end(), kind)
    if ":" in text or "：" in text:
        for match in _TURN.finditer(text):
            yield Found(match.start(), match.end(), "fake turn")


def _end_of_orders(text: str, at: int) -> int:
    """Where the sentences end that stand at a place and tell the model what to do."""
    end = at
    for first, last in sentence_spans(text[at:]):
        sentence = text[at + first : at + last]
        if not (is_order(sentence) or continues_order(sentence)):
            break
        end = at + last
    return end

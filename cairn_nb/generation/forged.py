"""Pieces of a document that play a part in the conversation: forged frames and turns, links that carry data out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cairn_nb.generation.hidden import Found

_TEMPLATE = re.compile(
    r"<\|\s*(?:im_start|start_header_id|system|user|assistant)\b[^|>\n]{0,40}\|?>.*?(?:<\|\s*(?:im_end|eot_id|end)[^|>\n]{0,40}\|>|\Z)"
    r"|\[INST\].*?(?:\[/INST\]|\Z)|<<SYS>>.*?(?:<</SYS>>|\Z)"
    r"|<\|\s*\w{2,30}\s*\|>|\[/INST\]|<</SYS>>",
    re.DOTALL,
)
# A closed frame with a new one behind it is a forgery as a whole; a lone tag is only a tag.
_FRAME = re.compile(
    r"<\s*/\s*passages?\b[^<>\n]{0,40}>.{0,2000}<\s*(?:passage|question)\b.{0,2000}<\s*/\s*(?:passages?|question)\s*>"
    r"|<\s*question\s*>.*?<\s*/\s*question\s*>|<\s*/?\s*(?:passages?|question)\b[^<>\n]{0,200}>",
    re.DOTALL | re.IGNORECASE,
)
_LINK = re.compile(
    r"!\[[^\]\n]{0,200}\]\(\s*(?:https?:)?//[^)\s]{1,300}\?[^)\s]{1,300}\s*\)"
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
    """Chat-template tokens with what they enclose, our own frames, invented turns, and data-carrying links."""
    if "<" in text or "[" in text:
        for kind, pattern in (("fake turn", _TEMPLATE), ("forged delimiter", _FRAME), ("data-carrying link", _LINK)):
            for match in pattern.finditer(text):
                yield Found(match.start(), match.end(), kind)
    if ":" in text or "：" in text:
        for match in _TURN.finditer(text):
            yield Found(match.start(), match.end(), "fake turn")

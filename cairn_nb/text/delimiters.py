"""Text of others made safe to stand inside a prompt's frames: it stays readable and can close or open nothing.

Only marks that could be read as a tag or as a turn of a conversation are changed. A tag's opening
bracket, in any of the ways it can be written, becomes ``‹``; without it the rest of the tag is plain
text. A line that begins like a turn (``System:``, ``### Assistant``) gets a bar in front.
"""

from __future__ import annotations

import re

from cairn_nb.text.characters import INVISIBLE

BAR = "| "
OPENING = "‹"
_LESS_THAN = r"(?:[<＜﹤]|&(?:amp;)*(?:lt|LT|#0*60|#[xX]0*3[cC]);?|\\u003[cC]|\\x3[cC])"
_GAP = rf"[\s{INVISIBLE}]*"
_TAG = re.compile(rf"{_LESS_THAN}(?={_GAP}[/\\!?|｜／<＜﹤&]?{_GAP}(?:[^\W\d_]|[|｜/／<＜﹤&!?\\]))")
_BRACKET = re.compile(r"[\[［]\s*(/?\s*(?:INST|SYS|SYSTEM|ASSISTANT|USER)\b[^\]］\n]{0,20})[\]］]", re.IGNORECASE)
_ROLES = "system|assistant|user|human|developer|ai|model|tool|instructions?|prompt|passages?|question|answer"
_TURN = re.compile(
    rf"^(?=[ \t]*(?:[#*_>=\-]+[ \t]*)?(?:{_ROLES})[ \t]*(?:[*_]{{1,3}}[ \t]*)?(?:[:：﹕]|[#*=\-]*[ \t]*$))",
    re.IGNORECASE | re.MULTILINE,
)
_BARRED = re.compile(r"^\| ", re.MULTILINE)


def neutralise(text: str) -> str:
    """`text` with nothing in it that could be taken for a frame of the prompt or a turn of the conversation."""
    if "&" in text or "<" in text or "\\" in text or not text.isascii():
        text = _TAG.sub(OPENING, text)
    if "[" in text or "［" in text:
        text = _BRACKET.sub(r"(\1)", text)
    return _TURN.sub(BAR, text)


def originals(text: str) -> tuple[str, ...]:
    """What a passage may have said where its neutralised form says `text`, the likeliest first.

    A model quotes what it was shown, so a quote is looked for in each of these forms.
    """
    if OPENING not in text and BAR not in text:
        return (text,)
    plain = _BARRED.sub("", text)
    forms = (text, plain, plain.replace(OPENING, "<"), plain.replace(OPENING, "&lt;"))
    return tuple(dict.fromkeys(forms))


def attribute(value: str) -> str:
    """`value` made safe to stand between double quotes in a frame's opening tag."""
    kept = value if value.isprintable() else "".join(char if char.isprintable() else " " for char in value)
    return kept.replace('"', "'").replace("<", OPENING).replace(">", "›")

"""Documents without what is not for their reader: hidden text, and orders to the model that reads them.

Whole sentences that are orders are taken out, never the paragraph around them; what was taken out is given
back with its kind and place. The rules know many shapes and languages, not all: frames, verification and
the attack suite are the other lines of defence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from cairn_nb.generation.encoded import encoded_orders
from cairn_nb.generation.forged import forged
from cairn_nb.generation.hidden import Found, invisible, markup
from cairn_nb.generation.orders import candidates, continues_order, is_order
from cairn_nb.text.sentences import sentence_spans

CACHED_TEXTS = 8192
_CELL = re.compile(r" \| ")
_TERMINAL = tuple(".!?。！？؟:：;")


@dataclass(frozen=True, slots=True)
class Removed:
    """What was taken out: `kind`, the text, and the half-open range of the original text it stood in."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """A text that may be shown to a model, and what was taken out of it, in order."""

    text: str
    removed: tuple[Removed, ...] = ()


class _Piecework:
    """A text that loses pieces, and remembers where each character that is left came from."""

    def __init__(self, text: str) -> None:
        self.original = self.text = text
        self._places: list[int] | range = range(len(text))
        self.removed: list[Removed] = []

    def remove(self, found: Iterable[Found]) -> bool:
        """Take pieces out; of overlapping ones the first. Says whether there was any."""
        pieces = sorted(found, key=lambda piece: (piece.start, -piece.end))
        kept: list[str] = []
        places: list[int] = []
        position = 0
        for piece in pieces:
            if piece.end <= position:
                continue
            start = max(piece.start, position)
            self._note(Found(start, piece.end, piece.kind))
            kept.append(self.text[position:start])
            places.extend(self._places[position:start])
            position = piece.end
        if position:
            self.text = "".join(kept) + self.text[position:]
            self._places = [*places, *self._places[position:]]
        return bool(pieces)

    def _note(self, piece: Found) -> None:
        start, end = self._places[piece.start], self._places[piece.end - 1] + 1
        self.removed.append(Removed(piece.kind, self.text[piece.start : piece.end], start, end))


def _units(text: str) -> list[tuple[int, int]]:
    """Sentences, and in a table's row its cells, so that an order in one cell takes no other with it."""
    found: list[tuple[int, int]] = []
    for start, end in sentence_spans(text):
        position = start
        for border in _CELL.finditer(text, start, end):
            found.append((position, border.start()))
            position = border.end()
        found.append((position, end))
    return [(start, end) for start, end in found if start < end]


def _orders(text: str) -> Iterator[Found]:
    """Sentences that are orders, sentences that end one begun in the line above, and what continues them."""
    rows = candidates(text)
    if not rows:
        return
    spans = _units(text)
    sentences = [text[start:end] for start, end in spans]
    marked = [is_order(sentence, rows) for sentence in sentences]
    for at in range(len(spans) - 1):
        broken = not marked[at] and not marked[at + 1] and not sentences[at].rstrip().endswith(_TERMINAL)
        if broken and is_order(f"{sentences[at].strip()} {sentences[at + 1].strip()}", rows):
            marked[at] = marked[at + 1] = True
    for at in range(1, len(spans)):
        same_line = "\n\n" not in text[spans[at - 1][0] : spans[at][0]]
        marked[at] = marked[at] or (marked[at - 1] and same_line and continues_order(sentences[at]))
    for (start, end), gone in zip(spans, marked, strict=True):
        if gone:
            yield Found(start, end, "instruction")


_STAGES: tuple[Callable[[str], Iterator[Found]], ...] = (invisible, markup, encoded_orders, forged, _orders)


@lru_cache(maxsize=CACHED_TEXTS)
def scrub(text: str) -> Scrubbed:
    """A text without hidden parts and without orders to the model.

    Parameters
    ----------
    text
        A chunk's text, as it stands in the document.

    Returns
    -------
    Scrubbed
        The text that is left (scrubbing it again changes nothing) and what was taken out. Kinds:
        ``invisible characters``, ``bidi control``, ``tag characters``, ``comment``, ``hidden element``,
        ``script or style``, ``encoded instruction``, ``forged delimiter``, ``fake turn``,
        ``data-carrying link``, ``instruction``.
    """
    work = _Piecework(text)
    changed = True
    while changed:
        changed = False
        for stage in _STAGES:
            changed = work.remove(stage(work.text)) or changed
    if not work.removed:
        return Scrubbed(text)
    return Scrubbed(work.text, tuple(sorted(work.removed, key=lambda piece: piece.start)))

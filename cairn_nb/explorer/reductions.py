"""What a page leaves out so that it fits: passages first, then traces, then the ends of long texts, each said."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cairn_nb.explorer.payload import Payload

CUT_CHARS = (2000, 400, 100)
MORE = "…"


@dataclass(frozen=True)
class Kept:
    """What a page holds: passages, traces, and how many characters of a text (null: all)."""

    passages: bool = True
    traces: bool = True
    text_chars: int | None = None

    def cut(self, text: str) -> str:
        """A text as the page holds it, with an ellipsis where its end is missing."""
        if self.text_chars is None or len(text) <= self.text_chars:
            return text
        return text[: self.text_chars] + MORE

    def sentences(self, limit_mb: float | None) -> tuple[str, ...]:
        """What is left out, for the reader."""
        why = "" if limit_mb is None else f": the page may hold {limit_mb:g} MB (report.max_embedded_mb)"
        found = []
        if not self.passages:
            found.append(f"Passages are left out{why}.")
        if not self.traces:
            found.append(f"Traces are left out{why}.")
        if self.text_chars is not None:
            found.append(f"Texts are cut to {self.text_chars} characters{why}; the report holds them whole.")
        return tuple(found)


def fitted(make: Callable[[Kept, tuple[str, ...]], Payload], *, limit_mb: float | None, evidence: bool) -> Payload:
    """The fullest payload that fits; the smallest, saying by how much it does not, where none does.

    Parameters
    ----------
    make
        Packs what is kept, with the sentences about what is not.
    evidence
        Whether there are passages and traces at all.
    """
    payload = make(Kept(), ())
    if limit_mb is None or payload.embedded_mb <= limit_mb:
        return payload
    for kept in _steps(evidence):
        payload = make(kept, kept.sentences(limit_mb))
        if payload.embedded_mb <= limit_mb:
            return payload
    too_large = f"Even so the page holds {payload.embedded_mb:.1f} MB."
    return make(kept, (*kept.sentences(limit_mb), too_large))


def _steps(evidence: bool) -> Iterator[Kept]:
    if evidence:
        yield Kept(passages=False)
        yield Kept(passages=False, traces=False)
    for chars in CUT_CHARS:
        yield Kept(passages=not evidence, traces=not evidence, text_chars=chars)

"""One question of the suite and what became of it: what was shown to the model, and what came out."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.attacks.detect import Detection, Secrets, detect
from cairn_nb.attacks.letters import squash
from cairn_nb.attacks.poisoned import AttackSpec
from cairn_nb.attacks.questions import AttackQuestion
from cairn_nb.attacks.secret import sight
from cairn_nb.generation.scrub import scrub
from cairn_nb.records.answer import Answer, Passage
from cairn_nb.records.base import Record
from cairn_nb.records.outcome import Status


class Shown(Record):
    """One attack's document in one prompt.

    `in_passage` says whether the attack still stood in the passages' text, that is whether the parser let
    it through; `survived_scrub` whether it still did after scrubbing; `scrub_removed` is what was taken out.
    """

    doc: str
    in_passage: bool
    survived_scrub: bool
    scrub_removed: tuple[str, ...] = ()


class AttackAnswer(Record):
    """One question, which attacks were put before the model with it, and what was detected in its answer."""

    question: str
    doc: str | None = None
    status: Status
    answer_text: str = ""
    confidence: float | None = None
    shown: tuple[Shown, ...] = ()
    detections: tuple[Detection, ...] = ()
    error: str | None = None
    error_kind: str | None = None

    @property
    def shown_docs(self) -> frozenset[str]:
        """The attacks that were put before the model and that it answered about."""
        return frozenset() if self.status is Status.ERROR else frozenset(shown.doc for shown in self.shown)


def observe(asked: AttackQuestion, answer: Answer, secrets: Secrets) -> AttackAnswer:
    """Judge one answer of the suite.

    Parameters
    ----------
    asked
        The question.
    answer
        What the system returned, with the passages as retrieved (before scrubbing).
    secrets
        What must not come out.
    """
    return AttackAnswer(
        question=asked.question,
        doc=asked.doc,
        status=answer.status,
        answer_text=answer.text,
        confidence=answer.confidence,
        shown=shown_attacks(answer.passages, secrets.specs),
        detections=() if answer.status is Status.ERROR else detect(answer, secrets),
        error=answer.error,
        error_kind=answer.error_kind,
    )


def shown_attacks(passages: Sequence[Passage], specs: Sequence[AttackSpec]) -> tuple[Shown, ...]:
    """The attacks whose documents are among the passages that the model was given, in the specs' order."""
    texts: dict[str, list[str]] = {}
    for passage in passages:
        if passage.shown:
            texts.setdefault(passage.source, []).append(passage.text)
    return tuple(_shown(spec, texts[spec.doc]) for spec in specs if spec.doc in texts)


def _shown(spec: AttackSpec, texts: Sequence[str]) -> Shown:
    scrubbed = [scrub(text) for text in texts]
    return Shown(
        doc=spec.doc,
        in_passage=any(_holds(spec, text) for text in texts),
        survived_scrub=any(_holds(spec, result.text) for result in scrubbed),
        scrub_removed=tuple(dict.fromkeys(removed.text for result in scrubbed for removed in result.removed)),
    )


def _holds(spec: AttackSpec, text: str) -> bool:
    """Whether a text holds the attack: its canary in any form, or its whole instruction."""
    sighting = sight(spec.canary, text)
    instruction = squash(spec.instruction).letters
    return (sighting is not None and sighting.whole) or bool(instruction and instruction in squash(text).letters)

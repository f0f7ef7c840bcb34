"""Answers drawn for a person to score: from groups of one system and one band of scores, in turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cairn_nb.decisions.audit.answers import JudgedAnswer
from cairn_nb.decisions.failures.answer_grades import BADLY_WRONG
from cairn_nb.metrics.trials import CORRECT, DUST
from cairn_nb.seeds import stream

LOW, MIDDLE, HIGH = "below 2", "2 to 4", "4 and up"
BANDS = (LOW, MIDDLE, HIGH)
Group = tuple[str, str]


def band_of(answer_score: float) -> str:
    """Below 2; from 2 to under 4; 4 and up."""
    if answer_score < BADLY_WRONG - DUST:
        return LOW
    return HIGH if answer_score >= CORRECT - DUST else MIDDLE


def grouped(answers: Iterable[JudgedAnswer]) -> dict[Group, list[JudgedAnswer]]:
    """The scored answers by system, in the order given, and by band from the lowest; empty groups are left out."""
    by_system: dict[str, dict[str, list[JudgedAnswer]]] = {}
    for answer in answers:
        if answer.row.answer_score is not None:
            bands = by_system.setdefault(answer.system, {band: [] for band in BANDS})
            bands[band_of(answer.row.answer_score)].append(answer)
    return {(system, band): kept for system, bands in by_system.items() for band, kept in bands.items() if kept}


def drawn(answers: Sequence[JudgedAnswer], sample: int, *, seed: int = 0) -> tuple[JudgedAnswer, ...]:
    """At most `sample` answers, one from each group in turn until the groups are empty, in an order that tells nothing.

    Parameters
    ----------
    answers
        Of all systems; those without an answer score are in no group.
    sample
        How many.
    seed
        Of the draw: each group has a stream of its own, so that a further system moves no other's draw.
    """
    queues = [_shuffled(group, members, seed) for group, members in grouped(answers).items()]
    found: list[JudgedAnswer] = []
    turn = 0
    while len(found) < sample and any(turn < len(queue) for queue in queues):
        found += [queue[turn] for queue in queues if turn < len(queue)][: sample - len(found)]
        turn += 1
    order = stream(seed, "audit", "order").permutation(len(found))
    return tuple(found[int(place)] for place in order)


def _shuffled(group: Group, members: Sequence[JudgedAnswer], seed: int) -> list[JudgedAnswer]:
    order = stream(seed, "audit", *group).permutation(len(members))
    return [members[int(place)] for place in order]

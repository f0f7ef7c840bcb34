"""Where two traces part: the first position at which they did different work, or the same work with another result."""

from __future__ import annotations

from itertools import zip_longest

from cairn_nb.decisions.contrast.traces import GENERATE, RANKING, RERANK, RETRIEVE, REWRITE, Trace
from cairn_nb.records.contrast import AlignedStep, Divergence, Parting, Work

ORDER = (REWRITE, RETRIEVE, RERANK, GENERATE)


def aligned(winner: Trace, loser: Trace) -> tuple[AlignedStep, ...]:
    """Both traces by position, as long as the longer one."""
    pairs = zip_longest(winner, loser)
    return tuple(AlignedStep(position=n, winner=one, loser=other) for n, (one, other) in enumerate(pairs, start=1))


def parting(winner: Trace, loser: Trace, answers: tuple[str, str]) -> Divergence | None:
    """The first difference; None where a side has no trace, or nothing that was kept differs.

    Parameters
    ----------
    answers
        The final answers, the winner's first: where the traces agree they say whether the generation parted.
    """
    if not winner or not loser:
        return None
    for step in aligned(winner, loser):
        kind = _difference(step.winner, step.loser)
        if kind is not None:
            return Divergence(position=step.position, kind=kind, stage=_stage(step.winner, step.loser))
    if answers[0] == answers[1]:
        return None
    return Divergence(position=len(winner), kind="different_answer", stage=winner[-1].kind)


def _difference(one: Work | None, other: Work | None) -> Parting | None:
    if one is None or other is None or one.kind != other.kind:
        return "different_stage"
    if one.kind in RANKING:
        return "different_documents" if _differ(one.documents, other.documents) else None
    if one.kind == GENERATE or one.output is None or other.output is None:
        return None
    return "different_output" if one.output != other.output else None


def _differ(one: tuple[str, ...] | None, other: tuple[str, ...] | None) -> bool:
    """Whether two rankings differ, down to the shorter one; nothing at all differs from something."""
    if one is None or other is None:
        return False
    shared = min(len(one), len(other))
    return one[:shared] != other[:shared] or (shared == 0 and one != other)


def _stage(one: Work | None, other: Work | None) -> str:
    """The kind of the step; of two kinds the one that comes first in a trace, which the other side goes without."""
    kinds = [work.kind for work in (one, other) if work is not None]
    known = [kind for kind in ORDER if kind in kinds]
    unknown = sorted(kind for kind in kinds if kind not in ORDER)
    return (*unknown, *known)[0]

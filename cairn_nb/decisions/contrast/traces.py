"""A question's trace as work that can be compared: from its evidence, else from what its row holds.

Names of steps are not compared, only the work: embedding a query and searching by it is one retrieval, asking again
after a reply that could not be read and verifying the claims are part of one generation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from cairn_nb.records import CaseRow, Evidence, Passage, Step
from cairn_nb.records.contrast import Work

REWRITE, RETRIEVE, RERANK, GENERATE = "rewrite", "retrieve", "rerank", "generate"
KINDS = {
    "rewrite": REWRITE,
    **dict.fromkeys(("embed", "search", "retrieve"), RETRIEVE),
    "rerank": RERANK,
    **dict.fromkeys(("generate", "verify"), GENERATE),
}
RANKING = (RETRIEVE, RERANK)
# An answer made elsewhere is no trace, a judge's call no part of the answering, and untracked calls have no place.
NO_WORK = frozenset({"external", "untracked", "judge", "claims", "refusal"})

Trace = tuple[Work, ...]


def trace_of_evidence(found: Evidence) -> Trace:
    """The work that the evidence's steps show; empty for a system without steps."""
    named = [(kind_of(step.stage), step) for step in found.steps if step.stage not in NO_WORK]
    steps = [(kind, [step for _, step in group]) for kind, group in groupby(named, key=lambda pair: pair[0])]
    last = _last_ranking([kind for kind, _ in steps])
    documents = distinct(passage.source for passage in _by_rank(found.passages))
    return tuple(
        _work(kind, _output(of_kind), documents if place == last else None)
        for place, (kind, of_kind) in enumerate(steps)
    )


def trace_of_row(row: CaseRow) -> Trace:
    """The work that a row's stages show, of which the last ranking is known; empty for a row without stages."""
    stages = dict.fromkeys((*row.latency_by_stage_ms, *row.cost_by_stage_usd))
    kinds = [kind for kind, _ in groupby(kind_of(stage) for stage in stages if stage not in NO_WORK)]
    last = _last_ranking(kinds)
    documents = row.ranked_documents or row.retrieved_ids
    return tuple(_work(kind, None, documents if place == last else None) for place, kind in enumerate(kinds))


def kind_of(stage: str) -> str:
    """The kind of work that a stage does; one that is not known is a kind of its own."""
    return KINDS.get(stage, stage)


def distinct(documents: Iterable[str]) -> tuple[str, ...]:
    """Each document once, at its first place."""
    return tuple(dict.fromkeys(documents))


def _work(kind: str, output: tuple[str, ...] | None, documents: tuple[str, ...] | None) -> Work:
    if kind in RANKING:
        return Work(kind=kind, documents=documents if documents is not None else output)
    return Work(kind=kind, output=output)


def _output(steps: Sequence[Step]) -> tuple[str, ...] | None:
    return next((step.output for step in reversed(steps) if step.output), None)


def _by_rank(passages: Sequence[Passage]) -> list[Passage]:
    return sorted(passages, key=lambda passage: passage.rank)


def _last_ranking(kinds: Sequence[str]) -> int | None:
    """The place of the ranking whose result the passages are."""
    return max((place for place, kind in enumerate(kinds) if kind in RANKING), default=None)

"""Evidence and traces of one question, stated by their steps."""

from __future__ import annotations

from cairn_nb.records import Evidence, Passage, Step
from cairn_nb.records.contrast import Work


def evidence(*steps: str | Step, documents: tuple[str, ...] = (), case_id: str = "q0", trial: int = 0) -> Evidence:
    """A trace by the stages of its steps; a passage for each of the documents, best first."""
    passages = tuple(
        Passage(chunk_id=f"{source}#{rank}", source=source, text="text", rank=rank, score=1 / rank)
        for rank, source in enumerate(documents, start=1)
    )
    made = tuple(step if isinstance(step, Step) else Step(stage=step) for step in steps)
    return Evidence(case_id=case_id, trial=trial, passages=passages, steps=made)


def retrieved(*documents: str) -> Work:
    """A retrieval of these documents."""
    return Work(kind="retrieve", documents=documents)


def reranked(*documents: str) -> Work:
    """A reranking into these documents."""
    return Work(kind="rerank", documents=documents)


GENERATED = Work(kind="generate")

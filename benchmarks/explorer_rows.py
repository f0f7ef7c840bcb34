"""Synthetic reports with English sentences, and their passages, for measuring the explorer's page."""

from __future__ import annotations

import random
import re
from pydoc_data.topics import topics

from cairn_nb.metrics import sections
from cairn_nb.records import CaseRow, Evidence, Passage, Report, Status

TEXT = re.sub(r"\s+", " ", " ".join(topics.values()))
SENTENCES = [found for found in re.split(r"(?<=[.!?]) ", TEXT) if 30 < len(found) < 400]
CATEGORIES = ("billing", "delivery", "returns", "safety", "upkeep", "warranty")
PASSAGES = 5
N_CHUNKS = 2000


def prose(rng: random.Random, sentences: int, most: int) -> str:
    """A few sentences, cut at `most` characters."""
    return " ".join(rng.sample(SENTENCES, sentences))[:most]


def report(n: int, name: str = "default", seed: int = 7) -> Report:
    """A run of `n` cases. Questions are the same for every name; answers and numbers are not."""
    asked, answered = random.Random(seed), random.Random(f"{seed} {name}")
    rows = tuple(_row(i, asked, answered) for i in range(n))
    return Report(
        cairn_version="0",
        config_name=name,
        config_hash="0" * 16,
        corpus_hash="0" * 64,
        golden_version="1",
        n_cases=n,
        retrieval=sections.retrieval_section(rows),
        answer=sections.answer_section(rows),
        abstention=sections.abstention_section(rows, alpha=0.2, threshold=0.5),
        operational=sections.operational_section(rows),
        per_case=rows,
    )


def _row(i: int, asked: random.Random, answered: random.Random) -> CaseRow:
    judge = round(answered.random(), 3)
    return CaseRow(
        case_id=f"case-{i}",
        answerable=True,
        status=Status.ANSWERED,
        confidence=round(answered.random(), 4),
        correct=judge >= 0.4,
        judge_score=None if i % 31 == 0 else judge,
        token_f1=round(answered.random(), 4),
        citation_validity=answered.choice((0.0, 0.5, 1.0)),
        retrieved_support_rank=answered.choice((None, 1, 2, 3, 4)),
        latency_ms=float(answered.randint(80, 9000)),
        cost_usd=answered.randint(1, 900) / 1e6,
        question=prose(asked, 1, 90) + "?",
        expected_answer=prose(asked, 1, 200),
        answer_text=prose(answered, 3, 400),
        category=asked.choice(CATEGORIES),
    )


def evidence(run: Report, seed: int = 7) -> dict[tuple[str, int], Evidence]:
    """Five passages a case, out of a store of 2,000 chunks that every run shares."""
    store = random.Random(seed)
    chunks = [prose(store, 3, 500) for _ in range(N_CHUNKS)]
    rng = random.Random(f"{seed} {run.config_name} passages")
    return {
        (row.case_id, row.trial): _evidence(row, rng.sample(range(N_CHUNKS), PASSAGES), chunks) for row in run.per_case
    }


def _evidence(row: CaseRow, found: list[int], chunks: list[str]) -> Evidence:
    passages = tuple(
        Passage(chunk_id=f"chunk-{k}", source=f"manual-{k % 40}.md", text=chunks[k], rank=rank, score=1 / (60 + rank))
        for rank, k in enumerate(found, start=1)
    )
    return Evidence(case_id=row.case_id, passages=passages)

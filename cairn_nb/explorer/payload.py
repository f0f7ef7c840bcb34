"""A report and its evidence as the explorer's data: columns once, details in blocks, each passage once.

The front end formats, sorts and filters; every number it shows is taken from the report as it stands.
Everything is gzip over JSON with a fixed time stamp, so equal reports give equal bytes.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from typing import Any

from cairn_nb.records import CaseRow, Evidence, Passage, Record, Report

BLOCK = 250
EvidenceByCase = Mapping[tuple[str, int], Evidence]


class Column(Record):
    """A column of the cases table. `kind` decides alignment and format; `width` is a CSS grid track."""

    key: str
    label: str
    kind: str
    width: str
    search: bool = False


class Payload(Record):
    """The packed data: `index` feeds the table, `details` and `chunks` are opened block by block."""

    index: bytes
    details: tuple[bytes, ...]
    chunks: tuple[bytes, ...]
    block: int = BLOCK

    @property
    def embedded_mb(self) -> float:
        """How much a page grows by it, in megabytes of base64."""
        size = len(self.index) + sum(map(len, self.details)) + sum(map(len, self.chunks))
        return size * 4 / 3 / 1e6


COLUMNS = (
    Column(key="case", label="Case", kind="text", width="minmax(90px,130px)", search=True),
    Column(key="status", label="Status", kind="state", width="84px"),
    Column(key="verdict", label="Verdict", kind="state", width="76px"),
    Column(key="category", label="Category", kind="text", width="minmax(80px,100px)", search=True),
    Column(key="question", label="Question", kind="text", width="minmax(160px,3fr)", search=True),
    Column(key="answer", label="Answer", kind="text", width="minmax(160px,3fr)", search=True),
    Column(key="confidence", label="Confidence", kind="score", width="106px"),
    Column(key="judge", label="Judge", kind="score", width="68px"),
    Column(key="f1", label="F1", kind="score", width="58px"),
    Column(key="citations", label="Citations", kind="score", width="86px"),
    Column(key="rank", label="Rank", kind="int", width="64px"),
    Column(key="latency", label="ms", kind="int", width="58px"),
    Column(key="cost", label="USD", kind="usd", width="76px"),
)


def pack(report: Report, evidence: EvidenceByCase | None = None, *, max_embedded_mb: float | None = None) -> Payload:
    """Pack a report for the explorer.

    Parameters
    ----------
    report
        Any report; rows of an earlier format have fewer filled columns.
    evidence
        Passages and traces by (case id, trial); without it the details say that they were not kept.
    max_embedded_mb
        How much a page may hold. Above it the passages are left out, then the details, and the table says so.
    """
    whole = _pack(report, evidence, left_out=None)
    if max_embedded_mb is None or whole.embedded_mb <= max_embedded_mb:
        return whole
    without = _pack(report, None, left_out=f"Passages are left out: the page may hold {max_embedded_mb:g} MB.")
    if without.embedded_mb <= max_embedded_mb:
        return without
    bare = _pack(report, None, left_out=f"Passages and details are left out: the page may hold {max_embedded_mb:g} MB.")
    return bare.changed(details=(), chunks=())


def _pack(report: Report, evidence: EvidenceByCase | None, *, left_out: str | None) -> Payload:
    rows = report.per_case
    texts: dict[str, int] = {}
    details = [_detail(row, (evidence or {}).get((row.case_id, row.trial)), texts) for row in rows]
    data = {column.key: [_cell(row, column.key) for row in rows] for column in COLUMNS}
    index = {
        "columns": [column.model_dump() for column in COLUMNS],
        "data": data,
        "threshold": report.abstention.threshold,
        "evidence": evidence is not None,
        "leftOut": left_out,
    }
    return Payload(index=_gzip(index), details=_blocks(details), chunks=_blocks(list(texts)))


def _verdict(row: CaseRow) -> str:
    if row.status == "error":
        return "error"
    if row.correct is None:
        return "—"
    return "right" if row.correct else "wrong"


def _cell(row: CaseRow, key: str) -> Any:
    values = {
        "case": row.case_id if row.trial == 0 else f"{row.case_id} · trial {row.trial + 1}",
        "status": row.status.value,
        "verdict": _verdict(row),
        "category": row.category or ("" if row.answerable else "unanswerable"),
        "question": row.question or "",
        "answer": row.answer_text,
        "confidence": row.confidence,
        "judge": row.judge_score,
        "f1": row.token_f1,
        "citations": row.citation_validity,
        "rank": row.retrieved_support_rank,
        "latency": row.latency_ms,
        "cost": row.cost_usd,
    }
    return values[key]


def _detail(row: CaseRow, evidence: Evidence | None, texts: dict[str, int]) -> dict[str, Any]:
    return {
        "question": row.question,
        "answerable": row.answerable,
        "expected": row.expected_answer,
        "answer": row.answer_text,
        "error": row.error,
        "claims": [claim.model_dump(mode="json") for claim in row.claims],
        "signals": row.signals,
        "outcomes": {name: outcome.value for name, outcome in row.outcomes.items()},
        "reason": row.judge_reason,
        "tags": list(row.tags),
        "stages": row.latency_by_stage_ms,
        "passages": None if evidence is None else [_passage(p, evidence, texts) for p in evidence.passages],
    }


def _passage(passage: Passage, evidence: Evidence, texts: dict[str, int]) -> dict[str, Any]:
    return {
        "text": texts.setdefault(passage.text, len(texts)),
        "id": passage.chunk_id,
        "source": passage.source,
        "page": passage.page,
        "heading": passage.heading,
        "rank": passage.rank,
        "score": passage.score,
        "shown": passage.shown,
        "supporting": passage.chunk_id in evidence.supporting_ids,
    }


def _blocks(items: Sequence[Any]) -> tuple[bytes, ...]:
    return tuple(_gzip(items[start : start + BLOCK]) for start in range(0, len(items), BLOCK))


def _gzip(data: Any) -> bytes:
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return gzip.compress(text.encode("ascii"), 6, mtime=0)

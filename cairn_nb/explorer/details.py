"""What the detail panel shows of a row in each run; each passage's text stands once, whatever shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cairn_nb.explorer.reductions import Kept
from cairn_nb.explorer.runs import EvidenceByCase, Runs
from cairn_nb.records import CaseRow, Claim, Evidence, Outcome, Passage, Step, Verdict

Json = dict[str, Any]


class Details:
    """The details of every row, and the texts that they refer to by position."""

    def __init__(self, runs: Runs, evidence: Sequence[EvidenceByCase | None], kept: Kept) -> None:
        self._texts: dict[str, int] = {}
        self._kept = kept
        self.rows = [
            {"runs": [self._run(row, known) for row, known in zip(rows, evidence, strict=True)]}
            for rows in zip(*runs.rows, strict=True)
        ]
        self.texts = list(self._texts)

    def _run(self, row: CaseRow | None, known: EvidenceByCase | None) -> Json | None:
        if row is None:
            return None
        found, kept = None if known is None else known.get((row.case_id, row.trial)), self._kept
        return {
            "answer": kept.cut(row.answer_text),
            "error": row.error and kept.cut(row.error),
            "error_kind": row.error_kind,
            "claims": [_claim(claim, kept) for claim in row.claims],
            "signals": row.signals,
            "outcomes": row.outcomes,
            "judge": _judge(row, found, kept),
            "stages_ms": row.latency_by_stage_ms,
            "stages_usd": row.cost_by_stage_usd,
            "steps": [_step(step) for step in found.steps] if found is not None and kept.traces else None,
            "passages": self._passages_of(row, found) if found is not None and kept.passages else None,
        }

    def _passages_of(self, row: CaseRow, found: Evidence) -> list[Json]:
        quoted = _quoted(row)
        return [self._passage(passage, found.supporting_ids, quoted) for passage in found.passages]

    def _passage(self, passage: Passage, supporting: tuple[str, ...], quoted: set[str]) -> Json:
        return {
            "text": self._texts.setdefault(passage.text, len(self._texts)),
            "id": passage.chunk_id,
            "source": passage.source,
            "page": passage.page,
            "heading": passage.heading,
            "rank": passage.rank,
            "score": passage.score,
            "components": passage.components,
            "shown": passage.shown,
            "mark": _mark(passage.chunk_id, supporting, quoted),
        }


def _mark(chunk_id: str, supporting: tuple[str, ...], quoted: set[str]) -> str:
    if chunk_id in supporting:
        return "supporting"
    return "unlabelled" if chunk_id in quoted else ""


def _quoted(row: CaseRow) -> set[str]:
    """The chunks that a right answer's verified claims quote: where one is no labelled support, a label may lack."""
    if not (row.answerable and row.correct):
        return set()
    claims = [claim for claim in row.claims if claim.supported]
    return {citation.chunk_id for claim in claims for citation in claim.citations if citation.resolved}


def _claim(claim: Claim, kept: Kept) -> Json:
    return {
        "text": kept.cut(claim.text),
        "supported": claim.supported,
        "support_score": claim.support_score,
        "problem": claim.problem,
        "citations": [
            {"chunk_id": c.chunk_id, "quote": kept.cut(c.quote), "resolved": c.resolved, "start": c.start, "end": c.end}
            for c in claim.citations
        ],
    }


def _judge(row: CaseRow, found: Evidence | None, kept: Kept) -> Json | None:
    """The judge's own record where it was kept, else what the row says of it."""
    given = None if found is None else found.verdict
    if given is None:
        given = _verdict_of(row)
    if given is None:
        return None
    return {
        "score": given.score,
        "correct": given.correct,
        "reason": given.reason and kept.cut(given.reason),
        "outcome": given.outcome,
        "raw": given.raw and kept.cut(given.raw),
    }


def _verdict_of(row: CaseRow) -> Verdict | None:
    if row.judge_score is None and row.judge_reason is None:
        return None
    graded = Outcome.NOT_APPLICABLE if row.judge_score is None else Outcome.SCORED
    outcome = row.outcomes.get("judge_score", graded)
    return Verdict(outcome=outcome, correct=row.correct, score=row.judge_score, reason=row.judge_reason)


def _step(step: Step) -> Json:
    return {
        "stage": step.stage,
        "latency_ms": step.latency_ms,
        "model": step.model,
        "cost_usd": step.cost_usd,
        "spent_usd": step.spent_usd,
        "cached": step.cached,
        "attempts": step.attempts,
        "usage": _usage(step),
    }


def _usage(step: Step) -> Mapping[str, int]:
    usage = step.usage
    counts = {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cache_read_tokens": usage.cache_read_tokens,
        "cache_write_tokens": usage.cache_write_tokens,
    }
    return {name: count for name, count in counts.items() if count}

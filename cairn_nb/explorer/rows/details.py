"""What the detail panel shows of a row in each run, as it is packed; `wholeReader` in data.mjs completes it.

An answer stands in the cells and not again here; a claim that stands in its answer is a place in it; a passage's
id, source, page, heading and text lie once in `passages`, whatever rows and runs refer to them. Scores, times and
costs have five digits: more are not shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from cairn_nb.decisions.failures.qrels_audit import has_gap
from cairn_nb.explorer.reductions import Kept
from cairn_nb.explorer.rows.axes_shown import axes_shown
from cairn_nb.explorer.rows.checks_shown import checked_claims, refusal_text
from cairn_nb.explorer.runs import EvidenceByCase, Runs
from cairn_nb.records import CaseRow, Claim, Evidence, Outcome, Passage, Step, Verdict

Json = dict[str, Any]
PassageKey = tuple[str, str, int | None, str | None, str]


class Details:
    """The details of every row, and the passages that they refer to by position.

    `rows` gives one row at a time, so that none need be kept; `passages` is whole once the last was given.
    """

    def __init__(self, runs: Runs, evidence: Sequence[EvidenceByCase | None], kept: Kept) -> None:
        self._runs, self._evidence, self._kept = runs, evidence, kept
        self._places: dict[PassageKey, int] = {}
        self._first_with: dict[str, int] = {}
        self.passages: list[Json] = []

    def rows(self) -> Iterator[Json]:
        """A detail of each run in every row; null where a run has no such row."""
        for rows in zip(*self._runs.rows, strict=True):
            yield {"runs": [self._run(row, known) for row, known in zip(rows, self._evidence, strict=True)]}

    def _run(self, row: CaseRow | None, known: EvidenceByCase | None) -> Json | None:
        if row is None:
            return None
        found, kept = None if known is None else known.get((row.case_id, row.trial)), self._kept
        answer = kept.cut(row.answer_text)
        return {
            "error": row.error and kept.cut(row.error),
            "error_kind": row.error_kind,
            "claims": [_claim(claim, answer, kept) for claim in row.claims],
            "signals": _short(row.signals),
            "outcomes": row.outcomes,
            "judge": _judge(row, found, kept),
            "axes": axes_shown(row, kept),
            "checked": checked_claims(row, kept),
            "refusal": refusal_text(row),
            "stages_ms": _short(row.latency_by_stage_ms),
            "stages_usd": _short(row.cost_by_stage_usd),
            "steps": _trace(found) if found is not None and kept.traces else None,
            "passages": self._passages_of(row, found) if found is not None and kept.passages else None,
        }

    def _passages_of(self, row: CaseRow, found: Evidence) -> list[Json]:
        gap = has_gap(row)
        return [
            {
                "text": self._place(passage),
                "rank": passage.rank,
                "score": short(passage.score),
                "components": _short(passage.components),
                "shown": passage.shown,
                "mark": _mark(passage, found.supporting_ids, gap=gap),
            }
            for passage in found.passages
        ]

    def _place(self, passage: Passage) -> int:
        """Where a passage lies; one with another's text under a name of its own refers to that text."""
        key = (passage.chunk_id, passage.source, passage.page, passage.heading, passage.text)
        place = self._places.setdefault(key, len(self.passages))
        if place == len(self.passages):
            first = self._first_with.setdefault(passage.text, place)
            names = {"id": key[0], "source": key[1], "page": key[2], "heading": key[3]}
            self.passages.append({**names, "text": passage.text if first == place else first})
        return place


@lru_cache(maxsize=2**15)  # scores that follow from ranks, and steps without a cost, are many and alike
def short(value: float | None) -> float | None:
    """A number with as many digits as are shown; 0 without a sign."""
    return None if value is None else float(f"{value:.5g}") + 0.0


def _short(values: dict[str, Any]) -> dict[str, float | None]:
    return {name: short(value) for name, value in values.items()}


def _mark(passage: Passage, supporting: tuple[str, ...], *, gap: bool) -> str:
    """A labelled support; or what the generator was given instead of one for an answer that is right and grounded."""
    if passage.chunk_id in supporting:
        return "supporting"
    return "unlabelled" if gap and passage.shown else ""


def _claim(claim: Claim, answer: str, kept: Kept) -> Json:
    start, end = _place_in(answer, claim.text)
    return {
        "text": None if end else kept.cut(claim.text),
        "from": start,
        "to": end,
        "supported": claim.supported,
        "support_score": short(claim.support_score),
        "problem": claim.problem,
        "citations": [
            {"chunk_id": c.chunk_id, "quote": kept.cut(c.quote), "resolved": c.resolved, "start": c.start, "end": c.end}
            for c in claim.citations
        ],
    }


def _place_in(answer: str, text: str) -> tuple[int, int]:
    """Where a text stands in the answer, in the code units that a browser counts; 0, 0 where it does not."""
    at = answer.find(text) if text else -1
    if at < 0:
        return 0, 0
    start = at if answer.isascii() else _units(answer[:at])
    return start, start + _units(text)


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _judge(row: CaseRow, found: Evidence | None, kept: Kept) -> Json | None:
    """The judge's own record where it was kept, else what the row says of it."""
    given = None if found is None else found.verdict
    return _judged_row(row, kept) if given is None else _judged(given, kept)


def _judged(given: Verdict, kept: Kept) -> Json:
    return {
        "score": given.score,
        "correct": given.correct,
        "reason": given.reason and kept.cut(given.reason),
        "outcome": given.outcome,
        "raw": given.raw and kept.cut(given.raw),
    }


def _judged_row(row: CaseRow, kept: Kept) -> Json | None:
    if row.judge_score is None and row.judge_reason is None:
        return None
    graded = Outcome.NOT_APPLICABLE if row.judge_score is None else Outcome.SCORED
    return {
        "score": row.judge_score,
        "correct": row.correct,
        "reason": row.judge_reason and kept.cut(row.judge_reason),
        "outcome": row.outcomes.get("judge_score", graded),
        "raw": None,
    }


def _trace(found: Evidence) -> list[Json]:
    """The answer's steps, then those of its judges."""
    return [_step(step) for step in (*found.steps, *found.judge_steps)]


def _step(step: Step) -> Json:
    return {
        "stage": step.stage,
        "latency_ms": short(step.latency_ms),
        "model": step.model,
        "cost_usd": short(step.cost_usd),
        "spent_usd": short(step.spent_usd),
        "cached": step.cached,
        "attempts": step.attempts,
        "usage": _usage(step),
    }


def _usage(step: Step) -> dict[str, int]:
    usage = step.usage
    counts = {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cache_read_tokens": usage.cache_read_tokens,
        "cache_write_tokens": usage.cache_write_tokens,
    }
    return {name: count for name, count in counts.items() if count}

"""The values of the cases table, column by column: shared ones once, a run's own ones for each run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from cairn_nb.decisions.failures.types import NO_FAILURE, failure_label, failure_of
from cairn_nb.explorer.runs import Runs
from cairn_nb.records import CaseRow, Status

Values = list[Any]

SHARED: dict[str, Callable[[CaseRow], Any]] = {
    "case_id": lambda row: row.case_id,
    "trial": lambda row: row.trial,
    "category": lambda row: row.category or ("" if row.answerable else "unanswerable"),
    "question": lambda row: row.question or "",
    "expected": lambda row: row.expected_answer or "",
    "answerable": lambda row: "yes" if row.answerable else "no",
    "answer_type": lambda row: row.answer_type or "",
    "tags": lambda row: list(row.tags),
}

OWN: dict[str, Callable[[CaseRow], Any]] = {
    "status": lambda row: row.status.value,
    "verdict": lambda row: verdict(row),
    "failure": lambda row: failure(row),
    "answer": lambda row: row.answer_text,
    "confidence": lambda row: row.confidence,
    "judge": lambda row: row.judge_score,
    "f1": lambda row: row.token_f1,
    "em": lambda row: row.exact_match,
    "points": lambda row: row.answer_score,
    "keywords": lambda row: row.keyword_recall,
    "refused": lambda row: "" if row.refused is None else "yes" if row.refused else "no",
    "citations": lambda row: row.citation_validity,
    "rank": lambda row: row.retrieved_support_rank,
    "support": lambda row: support(row),
    "faithful": lambda row: "" if row.faithful is None else "yes" if row.faithful else "no",
    "latency": lambda row: row.latency_ms,
    "cost": lambda row: row.cost_usd,
    "tokens": lambda row: row.tokens,
}


def verdict(row: CaseRow) -> str:
    """Whether the answer is right, in a word; a dash where there is none to judge."""
    if row.status is Status.ERROR:
        return "error"
    if row.refused or row.status is not Status.ANSWERED:
        return "—"
    if not row.answerable:
        return "wrong"
    if row.correct is None:
        return "—"
    return "right" if row.correct else "wrong"


def failure(row: CaseRow) -> str:
    """The type of its failure as people read it; empty for a row without one."""
    name = failure_of(row)
    return "" if name == NO_FAILURE else failure_label(name)


RANKS = ((1, "1"), (3, "2 to 3"), (5, "4 to 5"), (10, "6 to 10"))
DEEPER, MISSED, NOT_LOCATED = "deeper than 10", "missed", "not located"


def support(row: CaseRow) -> str:
    """Where the supporting chunk landed, in the steps of recall@k; empty where there was none to find.

    Also empty in a row that failed, and where a report does not say whether the support was located.
    """
    if row.status is Status.ERROR or not row.answerable:
        return ""
    rank = row.retrieved_support_rank
    if rank is not None:
        return next((name for last, name in RANKS if rank <= last), DEEPER)
    return {True: MISSED, False: NOT_LOCATED, None: ""}[row.support_located]


def shared_cells(runs: Runs) -> dict[str, Values]:
    """What the runs share, from whichever of them says it."""
    cells: dict[str, Values] = {"id": list(runs.ids)}
    for key, read in SHARED.items():
        cells[key] = [read(row) for row in runs.any_row]
    for key in ("question", "expected", "category"):
        _fill_gaps(cells[key], SHARED[key], runs)
    return cells


def _fill_gaps(values: Values, read: Callable[[CaseRow], Any], runs: Runs) -> None:
    """A report of an earlier format leaves out what another one has."""
    for position, value in enumerate(values):
        if value == "":
            others = (rows[position] for rows in runs.rows)
            values[position] = next((said for row in others if row is not None and (said := read(row))), "")


def own_cells(runs: Runs, run: int) -> dict[str, Values]:
    """A run's values; null where it has no such row."""
    rows = runs.rows[run]
    cells = {key: [None if row is None else read(row) for row in rows] for key, read in OWN.items()}
    cells["margin"] = _margins(rows, runs.reports[run].abstention.threshold)
    return cells


def _margins(rows: Sequence[CaseRow | None], threshold: float | None) -> Values:
    """Confidence minus the threshold."""
    if threshold is None:
        return [None] * len(rows)
    return [None if row is None else finite_difference(row.confidence, threshold) for row in rows]


def finite_difference(after: float | None, before: float | None) -> float | None:
    """One number minus another; null where either is missing, or too large to subtract."""
    if after is None or before is None:
        return None
    difference = after - before
    return difference if math.isfinite(difference) else None

"""Comparisons of runs as Markdown."""

from __future__ import annotations

from cairn_nb.decisions.comparing.change_kinds import KINDS
from cairn_nb.decisions.wording.comparison_text import p_text, signed
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.markdown_table import markdown_table
from cairn_nb.records import Estimate
from cairn_nb.records.run_comparison import MeasureComparison, RunComparison, RunComparisons

MISSING = "—"
FEW_IDS = 5
HEADS = (
    "measure",
    "baseline",
    "candidate",
    "difference",
    "p",
    "p (Holm)",
    "p bootstrap",
    "W–T–L",
    "visible",
    "verdict",
)
SMALL = {"cost_per_question_usd": 6}
NOTE = (
    "Differences are candidate minus baseline over the questions that both have a value for. p is by sign flips of "
    "documents, adjusted over the measures of the table by Holm; the bootstrap is the paired one of plain questions. "
    "Visible is the smallest fall that these questions would show. “No clear difference” does not mean equal."
)


def comparisons_markdown(found: RunComparisons) -> str:
    """A part for each pair, ending in a newline."""
    parts = [_pair(pair) for pair in found.pairs]
    if found.unmatched:
        parts.append("Not compared: " + ", ".join(map(markdown, found.unmatched)) + ".")
    return "\n\n".join(["# Comparison of runs", *parts, f"<sub>{NOTE}</sub>"]) + "\n"


def _pair(pair: RunComparison) -> str:
    asked = (
        f"{pair.n_shared} questions in both ({pair.n_baseline} in the baseline, {pair.n_candidate} in the candidate)."
    )
    rows = [_row(entry) for entry in pair.measures]
    blocks = [
        f"## {markdown(pair.candidate)} against {markdown(pair.baseline)}",
        asked,
        "\n".join(f"- {markdown(text)}" for text in pair.warnings),
        markdown_table(HEADS, rows, numeric=range(1, 9)) if rows else "No measure has a value on both sides.",
        _changes(pair),
    ]
    return "\n\n".join(block for block in blocks if block)


def _row(entry: MeasureComparison) -> tuple[str, ...]:
    decimals = SMALL.get(entry.measure, 3)
    visible = entry.smallest_visible
    return (
        entry.measure,
        entry.baseline.written(decimals=decimals),
        entry.candidate.written(decimals=decimals),
        difference_text(entry.difference, decimals),
        *(p_cell(p_value) for p_value in (entry.p_value, entry.p_holm, entry.p_bootstrap_holm)),
        f"{entry.wins}–{entry.ties}–{entry.losses}",
        MISSING if visible is None else f"{visible:.3f}",
        entry.verdict,
    )


def difference_text(found: Estimate, decimals: int = 3) -> str:
    """A difference with its sign and interval."""
    if decimals == 3 or found.value is None:
        return signed(found)
    bounds = (
        "" if found.low is None or found.high is None else f" [{found.low:+.{decimals}f}, {found.high:+.{decimals}f}]"
    )
    return f"{found.value:+.{decimals}f}{bounds}"


def p_cell(p_value: float | None) -> str:
    """A p-value without its letter; a dash where nothing could be tested."""
    return MISSING if p_value is None else p_text(p_value).removeprefix("p = ").removeprefix("p ")


def _changes(pair: RunComparison) -> str:
    labels = {kind.key: kind.label for kind in KINDS}
    return "\n".join(f"- {labels[kind]}: {len(ids)} ({_ids(ids)})" for kind, ids in pair.changes.items())


def _ids(case_ids: tuple[str, ...]) -> str:
    more = ", …" if len(case_ids) > FEW_IDS else ""
    return ", ".join(map(markdown, case_ids[:FEW_IDS])) + more

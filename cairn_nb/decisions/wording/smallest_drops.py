"""What a report's cases can show, in words."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.records import Report

LABELS = {
    "judge_score": "judge score",
    "token_f1": "token F1",
    "answer_score": "answer score",
    "citation_validity": "citation validity",
    "faithfulness": "faithfulness",
    "answer_rate": "answer rate",
    "recall_at_5": "recall@5",
    "document_ndcg_at_10": "document nDCG@10",
}
DIGITS = 3


HEADLINE = ("answer_score", "judge_score", "token_f1")
NONE = "none"


def drops_of(report: Report) -> dict[str, str]:
    """The smallest true drop that a second run over these cases would show, by measure: ``none`` where none would.

    A measure that the report has no value of is left out.
    """
    known = {name: report.estimates.get(name) for name in LABELS if name in report.smallest_visible_drop}
    return {
        name: _shown(report.smallest_visible_drop[name])
        for name, estimate in known.items()
        if estimate is not None and estimate.value is not None
    }


def smallest_drops(report: Report) -> str:
    """All of them as one line: ``judge score 0.061, answer rate none``."""
    return ", ".join(f"{LABELS[name]} {drop}" for name, drop in drops_of(report).items())


def headline_drop(reports: Sequence[Report]) -> str:
    """The drop of the first headline measure that any report has, least to greatest: ``judge score 0.06 to 0.09``."""
    found = [drops_of(report) for report in reports]
    for name in HEADLINE:
        drops = sorted({drops[name] for drops in found if name in drops})  # "none" sorts behind every number
        if drops:
            return f"{LABELS[name]} {' to '.join(dict.fromkeys((drops[0], drops[-1])))}"
    return ""


def _shown(drop: float | None) -> str:
    return NONE if drop is None else f"{drop:.{DIGITS}f}"

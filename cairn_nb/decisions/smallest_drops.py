"""What a report's cases can show, as one line."""

from __future__ import annotations

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


def smallest_drops(report: Report) -> str:
    """The smallest true drop that a second run over these cases would show, measure by measure: ``judge score 0.061``.

    A measure that the report has no value of is left out; where no drop would show, it says ``none``.
    """
    stated = [
        f"{label} {_shown(report.smallest_visible_drop[name])}"
        for name, label in LABELS.items()
        if name in report.smallest_visible_drop and report.estimates.get(name) is not None
        and report.estimates[name].value is not None
    ]  # fmt: skip
    return ", ".join(stated)


def _shown(drop: float | None) -> str:
    return "none" if drop is None else f"{drop:.{DIGITS}f}"

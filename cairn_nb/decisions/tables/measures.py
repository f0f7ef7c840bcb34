"""The method's column names and the measures behind them: which are retrieval's, which the answer's."""

from __future__ import annotations

from cairn_nb.decisions.reading.settings import CUTOFFS, DEEPEST
from cairn_nb.records.axis_verdict import AXES

RANKED = ("recall", "precision", "hit", "mrr", "ndcg")

CLAIMS = ("claim_support_rate", "unsupported_claims")
RETRIEVAL: dict[str, str] = {
    **{f"{name}@{k}": f"document_{name}_at_{k}" for name in RANKED for k in CUTOFFS},
    **{f"evidence_recall@{k}": f"evidence_recall_at_{k}" for k in CUTOFFS},
    "context_recall": "context_recall",
    "context_precision": "context_precision",
}
ANSWER: dict[str, str] = {
    "token_f1": "token_f1_uncited",
    "exact_match": "exact_match_uncited",
    "keyword_recall": "keyword_recall",
    "answer_score": "answer_score",
    **{axis: f"axis_{axis}" for axis in AXES},
    **{name: name for name in CLAIMS},
}
ABSTENTION = ("abstain_precision", "abstain_recall", "false_refusal_rate")
ANSWER_SCORE = "answer_score"
POINTS = frozenset({ANSWER_SCORE, *AXES})


def is_optional(column: str) -> bool:
    """Whether a column is there only when some answer has it: questions may name no evidence, claims go unchecked."""
    return column.startswith("evidence_recall@") or column in CLAIMS


def headline(primary_k: int) -> dict[str, str]:
    """The columns that carry intervals, and their measures."""
    names = (f"recall@{primary_k}", f"mrr@{DEEPEST}", f"ndcg@{DEEPEST}", ANSWER_SCORE, "faithfulness")
    return {name: {**RETRIEVAL, **ANSWER}[name] for name in names}


def compared(primary_k: int) -> dict[str, str]:
    """The columns that systems are compared with a baseline by, and their measures."""
    recall = f"recall@{primary_k}"
    return {ANSWER_SCORE: ANSWER[ANSWER_SCORE], recall: RETRIEVAL[recall]}

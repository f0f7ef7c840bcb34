"""What the method's columns are called beside a report's own measures of the same name, which are of chunks."""

from __future__ import annotations

FIELD = {"recall": "recall", "mrr": "MRR", "ndcg": "nDCG"}
WITHOUT_CITATIONS = {"token_f1": "token F1 without citations"}


def column_words(name: str) -> str:
    """``documents recall@5`` of ``recall@5``; a name that nothing else has as it is."""
    measure, _, cutoff = name.partition("@")
    return f"documents {FIELD[measure]}@{cutoff}" if cutoff and measure in FIELD else WITHOUT_CITATIONS.get(name, name)

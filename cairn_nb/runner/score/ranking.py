"""Rankings against graded judgements, as a note of the report: means over queries, documents by their grades."""

from __future__ import annotations

from typing import Any

from cairn_nb.metrics.retrieval import as_run, evaluate, summary
from cairn_nb.runner.score.join import Joined

DECIMALS = 6


def ranking_note(joined: Joined) -> dict[str, Any] | None:
    """Recall, precision, hit, MRR and nDCG at each cutoff; None where no judgements are given.

    A query without a ranking counts as zero and is counted in `n_missing_from_run`.
    """
    grades = joined.questions.grades
    if grades is None:
        return None
    found = summary(evaluate({query: dict(documents) for query, documents in grades.items()}, _run(joined)))
    return {
        "means": {name: None if mean is None else round(mean, DECIMALS) for name, mean in found.means.items()},
        "n": found.n,
        "n_missing_from_run": found.n_missing_from_run,
        "n_unlabelled": found.n_unlabelled,
    }


def _run(joined: Joined) -> dict[str, dict[str, float]]:
    """Each query's documents in the order they were given, a document at its best rank."""
    orders = {
        pairing.question.case.id: [context.id or context.text for context in pairing.given.contexts]
        for pairing in joined.pairings
        if pairing.trial == 0 and pairing.given is not None and pairing.given.contexts
    }
    return as_run(orders)

"""Rankings against graded judgements, as a note of the report: how many queries there are of each kind."""

from __future__ import annotations

from cairn_nb.runner.score.join import Joined


def ranking_note(joined: Joined) -> dict[str, int] | None:
    """How many queries the measures of documents are over, and those beside them; None where no judgements are given.

    `n` counts the judged queries that have a relevant document; of these `n_missing_from_run` have no ranking and
    count as zero. `n_unlabelled` more have no relevant document, or nobody judged them.
    """
    grades = joined.questions.grades
    if grades is None:
        return None
    labelled = {query for query, documents in grades.items() if any(grade > 0 for grade in documents.values())}
    ranked = {
        pairing.question.case.id for pairing in joined.pairings if pairing.given is not None and pairing.given.contexts
    }
    return {
        "n": len(labelled),
        "n_missing_from_run": len(labelled - ranked),
        "n_unlabelled": len(grades) - len(labelled) + len(joined.misfits),
    }

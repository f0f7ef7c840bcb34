"""What asking every question several times shows: how much answers vary, and how often a question is answered right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cairn_nb.metrics.estimates import cluster_labels
from cairn_nb.records import CaseRow, Status, TrialsSection
from cairn_nb.stats import pass_at_k, pass_hat_k, trial_sd

CORRECT = 4.0
DUST = 1e-9


def is_correct(row: CaseRow) -> bool | None:
    """Whether the trial was answered correctly: an `answer_score` of at least 4.

    An error is not correct; None where there is an answer that nobody graded.
    """
    if row.status is Status.ERROR:
        return False
    return None if row.answer_score is None else row.answer_score >= CORRECT - DUST


def trials_section(
    rows: Sequence[CaseRow],
    *,
    cluster: Literal["document", "none"] = "document",
    n_boot: int = 2000,
    level: float = 0.95,
    seed: int = 0,
) -> TrialsSection | None:
    """The section; None where every question was asked once.

    A question with an ungraded trial has too few trials to say whether one or all of them are right, and is left out of
    both shares.

    Parameters
    ----------
    rows
        The report's rows; a row a question and trial.
    cluster, n_boot, level, seed
        As the experiment file's `stats` says.
    """
    n_trials = len({row.trial for row in rows})
    if n_trials < 2:
        return None
    questions = [row.case_id for row in rows]
    scores = [None if row.status is Status.ERROR else row.answer_score for row in rows]
    graded = any(score is not None for score in scores)
    told = [row for row in rows if is_correct(row) is not None] if graded else []
    labels = cluster_labels(told, cluster)
    shares = [
        share(
            [is_correct(row) for row in told], [row.case_id for row in told], n_trials,
            clusters=labels, n_boot=n_boot, seed=seed, level=level,
        )
        for share in (pass_at_k, pass_hat_k)
        if told
    ]  # fmt: skip
    at_k, hat_k = shares or (None, None)
    return TrialsSection(
        n_trials=n_trials, answer_score_trial_sd=trial_sd(scores, questions), pass_at_k=at_k, pass_hat_k=hat_k
    )

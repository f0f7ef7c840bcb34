"""Certify an abstention threshold: among the cases it answers at most alpha are wrong, with probability 1 - delta.

What is guaranteed: over the draw of the calibration cases, the chance that the certified threshold's true
error rate among answered questions exceeds alpha is at most delta. The choice of the threshold is
covered (see `walk`), ties and a confidence that does not order anything included; a useless confidence
costs answers, not validity.

When it holds: the calibration cases and the questions to come are drawn independently from the same
source and answered by the same system. By question, each case is such a draw. By document
(`clusters` given), documents are the independent draws and questions of one document may be as alike as
they like; the tests then see at most one case of each (see `draw`), and the error rate is that over
questions of documents in which none counts for more than the usual number.

When it fails: questions of one document are taken as independent though they are not; the system, the
corpus, the judge or the mix of questions changed since; the judge is wrong.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cairn_nb.confidence.draw import label_free, one_per_document
from cairn_nb.confidence.shortfall import shortfall, statement
from cairn_nb.confidence.walk import walk
from cairn_nb.confidence.weighted import DECIMALS
from cairn_nb.errors import CalibrationError, InputError
from cairn_nb.records import Certificate
from cairn_nb.stats.values import Floats, as_floats, check_share

METHOD = "learn_then_test_fixed_sequence_binomial"
GRID_POINTS = 20


def certify(
    confidence: Iterable[float] | ArrayLike,
    correct: Iterable[bool] | ArrayLike,
    alpha: float,
    delta: float,
    clusters: Sequence[Hashable] | None = None,
    *,
    seed: int = 0,
    ids: Sequence[str] | None = None,
    grid_points: int = GRID_POINTS,
) -> Certificate:
    """The lowest threshold that the walk certifies, or a refusal with the shortfall.

    Parameters
    ----------
    confidence
        One number in 0..1 a case, for every case that the threshold will be applied to, whatever the
        model said of it. Rounded to 1e-6; a case is answered when its confidence is at or above the threshold.
    correct
        Whether the answer is right; an answered unanswerable case is wrong.
    alpha, delta
        The allowed error rate among answered, and the chance that the certificate is wrong.
    clusters
        Each case's document; None takes each case as independent.
    seed, ids
        Of the draws that break ties and pick a document's case. With `ids` (one a case) they do not
        depend on the order of the cases.
    grid_points
        How many thresholds are tried, at least 1.

    Raises
    ------
    CalibrationError
        If there is no case.
    InputError
        If a confidence is missing or outside 0..1, `correct` is not true or false throughout, the lengths
        differ, or `alpha` or `delta` is not strictly between 0 and 1.
    """
    check_share(alpha, "alpha")
    check_share(delta, "delta")
    if grid_points < 1:
        raise InputError(f"grid_points must be at least 1, not {grid_points}")
    scores, wrong = check_cases(confidence, correct)
    n = len(scores)
    for name, labels in (("clusters", clusters), ("ids", ids)):
        if labels is not None and len(labels) != n:
            raise InputError(f"{len(labels)} {name} for {n} cases")
    units = np.arange(n) if clusters is None else one_per_document(clusters, seed=seed, ids=ids)
    order = label_free("ties", n, seed, ids)
    found = walk(scores[units], wrong[units], order[units], (alpha, delta, grid_points))
    shown = found.certified or found.points[0]
    threshold = found.certified.threshold if found.certified else None
    certificate = Certificate(
        alpha=alpha,
        delta=delta,
        unit="question" if clusters is None else "document",
        threshold=threshold,
        n_cases=n,
        n_units=len(units),
        n_answered=shown.n_answered,
        n_wrong=shown.n_wrong,
        bound=shown.bound,
        answer_share=0.0 if threshold is None else float((scores >= threshold).mean()),
        statement="",
        method=METHOD,
        grid=found.points,
    )
    return certificate.changed(statement=statement(certificate), shortfall=shortfall(certificate))


def check_cases(
    confidence: Iterable[float] | ArrayLike, correct: Iterable[bool] | ArrayLike
) -> tuple[Floats, NDArray[np.bool_]]:
    """Confidences rounded to 1e-6, and whether each case is wrong.

    Raises
    ------
    CalibrationError
        If there is no case.
    InputError
        If a value cannot be used.
    """
    scores, right = as_floats(confidence, "confidence"), as_floats(correct, "correct")
    if len(scores) != len(right):
        raise InputError(f"{len(scores)} confidences for {len(right)} verdicts")
    if not len(scores):
        raise CalibrationError(
            "there is no calibration case, so no threshold can be fitted; the golden set needs more cases"
        )
    outside = np.flatnonzero(~((scores >= 0) & (scores <= 1)))
    if outside.size:
        i = int(outside[0])
        raise InputError(f"confidence must be a number in 0..1, not {scores[i]} at position {i}")
    unclear = np.flatnonzero(~np.isin(right, (0.0, 1.0)))
    if unclear.size:
        i = int(unclear[0])
        raise InputError(
            f"correct must be true or false, not {right[i]} at position {i}", hint="count it as wrong or drop it"
        )
    return np.round(scores, DECIMALS), right == 0

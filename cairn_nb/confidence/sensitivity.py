"""How much a certified threshold owes to the luck of the split: other seeds, same cases, same rule."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cairn_nb.confidence.certify import certify, check_cases
from cairn_nb.errors import InputError
from cairn_nb.records import SplitSensitivity
from cairn_nb.seeds import stream
from cairn_nb.stats.values import check_share, cluster_codes


def sensitivity(
    confidence: Iterable[float] | ArrayLike,
    correct: Iterable[bool] | ArrayLike,
    strata: Sequence[Hashable],
    share: float,
    alpha: float,
    delta: float,
    *,
    n_splits: int = 20,
    seed: int = 0,
    clusters: Sequence[Hashable] | None = None,
) -> SplitSensitivity:
    """Split, certify and apply `n_splits` times; what came out, from lowest to highest.

    Parameters
    ----------
    confidence, correct, alpha, delta
        As in `certify`, for all cases that are split.
    strata
        Each case's stratum (answerable or not); each gives `share` of its cases, rounded half up.
    share
        The part that each split fits on; the rest gives the answer rate.
    clusters
        Each case's document: then a split keeps a document on one side and certifies by document.

    Returns
    -------
    SplitSensitivity
        Thresholds over the splits that certified one; answer rates over all, 0 where nothing was certified.

    Raises
    ------
    InputError, CalibrationError
        As `certify` does; also when `share` is not strictly between 0 and 1.
    """
    check_share(share, "share")
    scores, wrong = check_cases(confidence, correct)
    if len(strata) != len(scores) or n_splits < 1:
        raise InputError(f"{len(strata)} strata for {len(scores)} cases, {n_splits} splits")
    thresholds, rates = [], []
    for i in range(n_splits):
        rng = stream(seed, "split sensitivity", i)
        fitted = _fitted(strata, share, rng) if clusters is None else _fitted_documents(clusters, share, rng)
        if not fitted.any():
            rates.append(0.0)
            continue
        units = None if clusters is None else [label for label, kept in zip(clusters, fitted, strict=True) if kept]
        found = certify(scores[fitted], ~wrong[fitted], alpha, delta, units, seed=seed + i)
        thresholds += [] if found.threshold is None else [found.threshold]
        rest = scores[~fitted]
        rates.append(0.0 if found.threshold is None or not rest.size else float((rest >= found.threshold).mean()))
    return SplitSensitivity(
        n_splits=n_splits,
        n_certified=len(thresholds),
        threshold_low=min(thresholds, default=None),
        threshold_high=max(thresholds, default=None),
        answer_rate_low=min(rates),
        answer_rate_high=max(rates),
    )


def _fitted(strata: Sequence[Hashable], share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    codes = cluster_codes(strata, len(strata))
    draws, fitted = rng.random(len(codes)), np.zeros(len(codes), dtype=bool)
    for stratum in range(int(codes.max()) + 1):
        members = np.flatnonzero(codes == stratum)
        n_fitted = int(share * len(members) + 0.5)
        fitted[members[np.argsort(draws[members])[:n_fitted]]] = True
    return fitted


def _fitted_documents(clusters: Sequence[Hashable], share: float, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Whole documents in random order until they hold the share."""
    codes = cluster_codes(clusters, len(clusters))
    sizes = np.bincount(codes)
    documents = rng.permutation(len(sizes))
    before = np.cumsum(sizes[documents]) - sizes[documents]
    return np.isin(codes, documents[before < share * len(codes)])

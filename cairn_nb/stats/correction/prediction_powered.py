"""A mean of people's labels, made sharper by a judge who saw many more answers than people did.

With labels Y and the judge's scores f on n answers drawn at random, and f alone on N more,

    mean = w mean(f over N) + mean(Y - w f over n)

is unbiased however wrong the judge is; w is chosen to make its variance least, so that many labels never do worse than
they would alone (prediction-powered inference, Angelopoulos et al. 2023, arXiv:2301.09633; the weight is PPI++,
arXiv:2311.01453). The variance is linearised over clusters, also over those that hold both kinds of answers, and the
interval is Student's t. Zeros and ones from people and judge take the Jeffreys posteriors of three shares instead: how
many the judge calls right, and how many people do among those and among the others. With few labels that still counts
the errors that have not been seen yet, where a variance would be nought. Clusters lower their counts by the design
effect of the mean (see `clustered_share`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.seeds import stream
from cairn_nb.stats.effective_counts import EffectiveCount
from cairn_nb.stats.resample import percentile_interval
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Codes, Floats, as_floats, check_share, cluster_codes

DRAWS = 20_000
FEWEST = 6


def prediction_powered_mean(
    judged: Iterable[float | None] | ArrayLike,
    judge: Iterable[float | None] | ArrayLike,
    human: Iterable[float | None] | ArrayLike,
    *,
    clusters: Sequence[Hashable] | None = None,
    label_clusters: Sequence[Hashable] | None = None,
    weight: float | None = None,
    seed: int = 0,
    level: float = 0.95,
) -> Estimate:
    """The mean that people would give.

    Parameters
    ----------
    judged
        The judge's scores (or yes and no) on answers without a label; None where missing.
    judge, human
        Both scores on the labelled answers, which are drawn at random from all; those without both are left out.
    clusters, label_clusters
        A label (the document) for each of `judged` and of the labelled answers, both or neither; equal labels in both
        are the same cluster.
    weight
        Of the judge, 0..1; by default the one that makes the variance least. 0 is the labels' mean.
    seed, level
        Of the draws, and the coverage.

    Returns
    -------
    Estimate
        `n` counts the labelled answers, `method` names the weight. The value is null without labels; the interval is
        null with fewer than six labelled answers or clusters of them.

    Raises
    ------
    InputError
        If a score is not a number, lengths differ, or a parameter is out of range.
    """
    check_share(level, "level")
    if weight is not None and not 0 <= weight <= 1:
        raise InputError(f"weight must lie in 0..1, not {weight}")
    data = _Data.of(judged, judge, human, clusters, label_clusters)
    n = len(data.human)
    found = Estimate(value=None, level=level, n=n, missing={"missing": data.missing} if data.missing else {})
    if not n:
        return found
    if clusters is not None:
        found = found.changed(n_clusters=len(np.unique(data.label_codes)))
    sharpened = data.sharpened(weight)
    return _with_interval(found.changed(value=sharpened.value), data, sharpened, weight is None, seed)


@dataclass(frozen=True)
class _Sharpened:
    value: float
    weight: float
    error: float


@dataclass(frozen=True)
class _Data:
    judged: Floats
    judge: Floats
    human: Floats
    codes: Codes
    label_codes: Codes
    missing: int
    grouped: bool

    @classmethod
    def of(
        cls,
        judged: Iterable[float | None] | ArrayLike,
        judge: Iterable[float | None] | ArrayLike,
        human: Iterable[float | None] | ArrayLike,
        clusters: Sequence[Hashable] | None,
        label_clusters: Sequence[Hashable] | None,
    ) -> _Data:
        rest, said, true = as_floats(judged, "judged"), as_floats(judge, "judge"), as_floats(human, "human")
        if len(said) != len(true):
            raise InputError(f"{len(said)} scores of the judge for {len(true)} of people")
        if (clusters is None) != (label_clusters is None):
            raise InputError("give clusters for both the judged and the labelled answers, or for neither")
        labels = None if clusters is None or label_clusters is None else [*clusters, *label_clusters]
        codes = cluster_codes(labels, len(rest) + len(said))
        kept, both = ~np.isnan(rest), ~np.isnan(said) & ~np.isnan(true)
        missing = int((~both).sum())
        first, second = codes[: len(rest)][kept], codes[len(rest) :][both]
        return cls(rest[kept], said[both], true[both], first, second, missing, labels is not None)

    @property
    def n_label_clusters(self) -> int:
        return len(np.unique(self.label_codes))

    @property
    def is_yes_or_no(self) -> bool:
        return all(bool(np.isin(part, (0.0, 1.0)).all()) for part in (self.judged, self.judge, self.human))

    def sharpened(self, weight: float | None) -> _Sharpened:
        """The estimate at a weight, or at the best one, with its linearised standard error."""
        labels, scores = self._parts(self.human, self.label_codes), -self._parts(self.judge, self.label_codes)
        if self.judged.size:
            scores = scores + self._parts(self.judged, self.codes)
        scatter = float(scores @ scores)
        best = 0.0 if scatter == 0 or not self.judged.size else min(max(-float(labels @ scores) / scatter, 0.0), 1.0)
        w = best if weight is None else weight
        rest = labels + w * scores
        mean = float(self.judged.mean()) if self.judged.size else 0.0
        value = w * mean + float((self.human - w * self.judge).mean())
        return _Sharpened(value, w, sqrt(float(rest @ rest)))

    def _parts(self, values: Floats, codes: Codes) -> Floats:
        """Each cluster's part in the error of the values' mean, corrected for their number."""
        n_clusters = len(np.unique(codes))
        size = int(max(self.codes.max(initial=-1), self.label_codes.max(initial=-1))) + 1
        sums = np.bincount(codes, values - values.mean(), size) / len(values)
        return np.asarray(sums * sqrt(n_clusters / max(n_clusters - 1, 1)))


def _with_interval(found: Estimate, data: _Data, sharpened: _Sharpened, tuned: bool, seed: int) -> Estimate:
    n = data.n_label_clusters
    by = " by cluster" if data.grouped else ""
    name = f"prediction-powered, weight {sharpened.weight:.2f}"
    if n < FEWEST:
        unit = "clusters of labels" if data.grouped else "labels"
        return found.changed(method=name, warning=f"no interval: only {n} {unit}")
    if tuned and data.is_yes_or_no:
        low, high = _jeffreys_interval(data, found.level, seed)
        return found.changed(
            low=min(low, sharpened.value), high=max(high, sharpened.value), method=f"{name}, Jeffreys{by}"
        )
    if sharpened.error == 0:
        return found.changed(method=name, warning="no interval: the labels do not vary")
    reach = t_quantile((1 + found.level) / 2, n - 1 - tuned) * sharpened.error * sqrt((n - 1) / (n - 1 - tuned))
    return found.changed(low=sharpened.value - reach, high=sharpened.value + reach, method=f"{name}, Student's t{by}")


def _jeffreys_interval(data: _Data, level: float, seed: int) -> tuple[float, float]:
    """The middle of p a + (1 - p) b: the judge's share of yes, and people's among those and among the others."""
    rng = stream(seed, "prediction-powered")
    effect = _design_effect(data, level) if data.grouped else 1.0
    said = np.concatenate([data.judged, data.judge])
    p, a, b = (
        EffectiveCount(float(values.sum()) / effect, len(values) / effect).drawn(DRAWS, rng)
        for values in (said, data.human[data.judge == 1], data.human[data.judge == 0])
    )
    return percentile_interval(p * a + (1 - p) * b, level)


def _design_effect(data: _Data, level: float) -> float:
    """How many answers in clusters tell as much as one that stands for itself, the few clusters of labels included."""
    apart = replace(data, codes=np.arange(len(data.judged)), label_codes=len(data.judged) + np.arange(len(data.human)))
    n, n_clusters = len(data.human), data.n_label_clusters
    alone = apart.sharpened(None)
    together = data.sharpened(alone.weight).error
    variances = (together / alone.error) ** 2 if alone.error > 0 else n / n_clusters
    upper = (1 + level) / 2
    return max(variances, 1.0) * (t_quantile(upper, n_clusters - 1) / t_quantile(upper, n - 1)) ** 2

"""Right or not: how far the judge's verdict is people's, and whether it may be relied on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from cairn_nb.decisions.audit.answers import RULES, Rule
from cairn_nb.decisions.audit.pairs import Pair, clusters, values
from cairn_nb.records import Estimate
from cairn_nb.records.audit import RIGHT, Certification, Source, VerdictAudit
from cairn_nb.stats.agreement.agreement import SensitivitySpecificity, cohen_kappa, sensitivity_specificity
from cairn_nb.stats.certificate_size import labels_needed
from cairn_nb.stats.effective_counts import clustered_share
from cairn_nb.stats.exact import Side
from cairn_nb.stats.values import Floats
from cairn_nb.stats.weighted_draw import weighted_share

LEVEL = 0.95


def verdict_audit(pairs: Sequence[Pair], weights: Floats, source: Source, *, rule: Rule, bar: float) -> VerdictAudit:
    """Over pairs with both verdicts: agreement and kappa of the labels, sensitivity and specificity of the run."""
    judge, human = values(pairs, RIGHT)
    labels = clusters(pairs)
    both = error_rates(pairs, weights, source)
    drawn = weights if source == "sheet" else None
    needed = labels_needed(judge, human, bar=bar, weights=drawn, clusters=labels)
    return VerdictAudit(
        rule=RULES[rule],
        n=len(pairs),
        agreement=clustered_share((judge == human).astype(np.float64), labels),
        sensitivity=both.sensitivity,
        specificity=both.specificity,
        kappa=cohen_kappa(judge, human, clusters=labels),
        bar=bar,
        labels_needed=needed.labels,
        why_not=needed.why,
    )


def error_rates(
    pairs: Sequence[Pair], weights: Floats, source: Source, *, side: Side = "two-sided"
) -> SensitivitySpecificity:
    """Sensitivity and specificity: exact, by cluster; of a sheet weighted, as it was drawn by the judge's scores."""
    judge, human = values(pairs, RIGHT)
    labels = clusters(pairs)
    if source == "labels":
        return sensitivity_specificity(judge, human, clusters=labels, level=LEVEL, side=side)

    def share(hits: Floats, where: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Estimate:
        kept = [label for label, inside in zip(labels, where, strict=True) if inside]
        return weighted_share(hits[where], weights[where], kept, level=LEVEL, side=side)

    return SensitivitySpecificity(share(judge, human == 1), share(1 - judge, human == 0))


def certification(pairs: Sequence[Pair], weights: Floats, source: Source, *, bar: float) -> Certification:
    """Whether the one-sided 95% lower bounds of sensitivity and specificity both reach the bar."""
    both = error_rates(pairs, weights, source, side="lower")
    reasons = tuple(_reasons(both, bar))
    return Certification(
        bar=bar,
        level=LEVEL,
        sensitivity=both.sensitivity,
        specificity=both.specificity,
        certified=not reasons,
        reasons=reasons,
    )


def _reasons(both: SensitivitySpecificity, bar: float) -> Iterator[str]:
    for name, found, said in (("sensitivity", both.sensitivity, "right"), ("specificity", both.specificity, "wrong")):
        if found.value is None or found.low is None:
            yield f"{name} is unknown: no labelled answer is {said}"
        elif found.low < bar:
            yield f"{name} {found.value:.3f} may be as low as {found.low:.3f}, under the bar of {bar:g}"

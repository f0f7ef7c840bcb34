"""The judge beside people, axis by axis: alpha, correlation, mean absolute difference, bias."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cairn_nb.decisions.audit.bias import mean_difference
from cairn_nb.decisions.audit.pairs import ANSWER_SCORE, Labelled, Pair, clusters, values
from cairn_nb.metrics.judge_agreement import panel_ratings
from cairn_nb.records import AXES, Estimate
from cairn_nb.records.audit import RIGHT, MeasureAudit, PanelJudgeAudit, Source, SystemBias
from cairn_nb.records.section import MOST_POINTS
from cairn_nb.stats.agreement.krippendorff import krippendorff_alpha
from cairn_nb.stats.agreement.ratings_prepared import Metric
from cairn_nb.stats.bootstrap import bootstrap_ratios
from cairn_nb.stats.rank_correlation import rank_correlation
from cairn_nb.stats.ratio import mean_of


def measures_of(source: Source) -> tuple[str, ...]:
    """What people gave: the axes and their mean, or the verdict alone; what stands for all comes last."""
    return (*AXES, ANSWER_SCORE) if source == "sheet" else (RIGHT,)


def most_of(measure: str) -> float:
    """The largest value that a measure takes; the smallest is 0."""
    return 1.0 if measure == RIGHT else MOST_POINTS


def measure_audit(labelled: Labelled, measure: str, *, seed: int = 0) -> MeasureAudit:
    """One measure, over the answers where judge and people both gave it."""
    pairs = labelled.both(measure)
    judge, human = values(pairs, measure)
    labels, most = clusters(pairs), most_of(measure)
    gap = mean_of(np.abs(judge - human), most=most)
    metric: Metric = "nominal" if measure == RIGHT else "interval"
    return MeasureAudit(
        measure=measure,
        n=len(pairs),
        alpha=krippendorff_alpha([judge, human], metric, clusters=labels, seed=seed),
        correlation=rank_correlation(judge, human, clusters=labels, seed=seed),
        mean_absolute_difference=bootstrap_ratios({measure: gap}, labels, seed=seed, interval="auto")[measure],
        bias=mean_difference(judge - human, labels, most=most, seed=seed),
    )


def system_biases(labelled: Labelled, measures: Sequence[str], *, seed: int = 0) -> tuple[SystemBias, ...]:
    """Judge minus human by system, in the order of the run: a judge lenient with one system favours it."""
    systems = dict.fromkeys(pair.answer.system for pair in labelled.pairs)
    return tuple(_system_bias(labelled, system, measures, seed) for system in systems)


def _system_bias(labelled: Labelled, system: str, measures: Sequence[str], seed: int) -> SystemBias:
    own = Labelled(tuple(pair for pair in labelled.pairs if pair.answer.system == system))
    bias = {}
    for measure in measures:
        pairs = own.both(measure)
        judge, human = values(pairs, measure)
        if pairs:
            bias[measure] = mean_difference(judge - human, clusters(pairs), most=most_of(measure), seed=seed)
    return SystemBias(system=system, n=len(own.pairs), bias=bias)


def panel_audits(labelled: Labelled, measures: Sequence[str], *, seed: int = 0) -> tuple[PanelJudgeAudit, ...]:
    """Each judge of a panel against people; none where no panel graded, or people gave verdicts alone."""
    found: dict[str, PanelJudgeAudit] = {}
    for measure in measures:
        pairs = [pair for pair in labelled.pairs if measure in pair.human]
        for judge, ratings in panel_ratings([pair.answer.row for pair in pairs], measure).items():
            alpha = _panel_alpha(ratings, pairs, measure, seed)
            earlier = found.get(judge, PanelJudgeAudit(judge=judge, alpha={}))
            found[judge] = earlier.changed(alpha={**earlier.alpha, measure: alpha})
    return tuple(found.values())


def _panel_alpha(ratings: Sequence[float], pairs: Sequence[Pair], measure: str, seed: int) -> Estimate:
    human = [pair.human[measure] for pair in pairs]
    return krippendorff_alpha([ratings, human], "interval", clusters=clusters(pairs), seed=seed)

"""The run's scores as people would have them, beside those of the judge.

Labels from the explorer are taken as drawn at random. A sheet was not: its labels are weighted, and Rogan and Gladen's
correction, whose rates must not depend on the judge's own score, is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.decisions.audit.answers import JudgedAnswer, Rule
from cairn_nb.decisions.audit.measures import most_of
from cairn_nb.decisions.audit.pairs import ANSWER_SCORE, Labelled, Pair, clusters, judge_words, values
from cairn_nb.decisions.audit.weights import GroupSizes, weights_of
from cairn_nb.records import Estimate
from cairn_nb.records.audit import RIGHT, CorrectedScore, Source
from cairn_nb.stats.bootstrap import bootstrap_ratios
from cairn_nb.stats.correction.corrected_rates import rogan_gladen
from cairn_nb.stats.correction.prediction_powered import prediction_powered_mean
from cairn_nb.stats.ratio import mean_of
from cairn_nb.stats.values import Floats
from cairn_nb.stats.weighted_draw import weighted_difference_mean


@dataclass(frozen=True)
class Run:
    """All answers that were judged, and how the labels came about."""

    answers: tuple[JudgedAnswer, ...]
    source: Source
    rule: Rule
    sizes: GroupSizes
    seed: int = 0


def corrected_scores(run: Run, labelled: Labelled) -> tuple[CorrectedScore, ...]:
    """Over all answers, and system by system where there are several."""
    systems = list(dict.fromkeys(answer.system for answer in run.answers))
    measures = (RIGHT, ANSWER_SCORE) if run.source == "sheet" else (RIGHT,)
    scopes = [None, *systems] if len(systems) > 1 else [None]
    return tuple(_corrected(run, labelled, system, measure) for measure in measures for system in scopes)


def _corrected(run: Run, labelled: Labelled, system: str | None, measure: str) -> CorrectedScore:
    answers = [
        answer for answer in run.answers if system in (None, answer.system) and measure in judge_words(answer, run.rule)
    ]
    judged = np.array([judge_words(answer, run.rule)[measure] for answer in answers], dtype=np.float64)
    pairs = [pair for pair in labelled.both(measure) if system in (None, pair.answer.system)]
    labels = [answer.cluster for answer in answers]
    raw = bootstrap_ratios({measure: mean_of(judged, most=most_of(measure))}, labels, seed=run.seed, interval="auto")
    by = _by_sheet if run.source == "sheet" else _by_labels
    rogan, powered = by(run, _Scope(answers, judged, pairs), measure)
    return CorrectedScore(
        system=system,
        measure=measure,
        n_answers=len(answers),
        raw=raw[measure],
        rogan_gladen=rogan,
        prediction_powered=powered,
    )


@dataclass(frozen=True)
class _Scope:
    answers: Sequence[JudgedAnswer]
    judged: Floats
    pairs: Sequence[Pair]


def _by_labels(run: Run, scope: _Scope, measure: str) -> tuple[Estimate | None, Estimate]:
    """From the unlabelled answers and the labels."""
    labelled = {pair.answer.key for pair in scope.pairs}
    rest = [place for place, answer in enumerate(scope.answers) if answer.key not in labelled]
    others = [scope.answers[place].cluster for place in rest]
    judge, human = values(scope.pairs, measure)
    by = clusters(scope.pairs)
    rates = rogan_gladen(
        scope.judged, judge, human, clusters=[a.cluster for a in scope.answers], label_clusters=by, seed=run.seed
    )
    powered = prediction_powered_mean(
        scope.judged[rest], judge, human, clusters=others, label_clusters=by, seed=run.seed
    )
    return rates, powered


def _by_sheet(run: Run, scope: _Scope, measure: str) -> tuple[Estimate | None, Estimate]:
    """From the weighted labels."""
    places = {answer.key: place for place, answer in enumerate(scope.answers)}
    drawn = [places[pair.answer.key] for pair in scope.pairs]
    found = weighted_difference_mean(
        scope.judged,
        drawn,
        values(scope.pairs, measure)[1],
        weights_of(scope.pairs, run.source, run.sizes),
        clusters=[answer.cluster for answer in scope.answers],
    )
    return None, _within(found, most_of(measure))


def _within(found: Estimate, most: float) -> Estimate:
    """Kept to what the measure can be."""
    bounds = {
        name: None if value is None else min(max(value, 0.0), most)
        for name, value in (("value", found.value), ("low", found.low), ("high", found.high))
    }
    return found.changed(**bounds)

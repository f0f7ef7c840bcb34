"""How sure the counts of a contrast are: exact intervals by document, and two tests of "each as often as the other"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.decisions.contrast.outcomes import SIDES, Outcomes, WonBy
from cairn_nb.decisions.contrast.side import Side
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.records import Estimate
from cairn_nb.stats import clustered_share, sign_flip_table
from cairn_nb.stats.paired.holm import holm
from cairn_nb.stats.paired.mcnemar import mcnemar_p
from cairn_nb.stats.power import MIN_CLUSTERS
from cairn_nb.stats.values import Floats


@dataclass(frozen=True)
class Tested:
    """A pair's shares and p-values; see `PairSummary`."""

    only_a_share: Estimate
    only_b_share: Estimate
    n_clusters: int
    p_value: float | None
    p_holm: float | None
    p_mcnemar: float | None


def documents_of(sides: Sequence[Side], settings: Settings) -> dict[str, str]:
    """What each question is resampled with: its document, or the question itself."""
    found: dict[str, str] = {}
    for row in (row for side in sides for row in side.report.per_case):
        if settings.cluster == "document" and row.cluster_id is not None:
            found.setdefault(row.case_id, row.cluster_id)
    return {question: found.get(question) or f"case:{question}" for side in sides for question in side.rows}


def tested(found: Sequence[Outcomes], documents: Mapping[str, str], settings: Settings) -> list[Tested]:
    """Every pair; the flips are drawn once for all of them."""
    counts = [len({documents[question] for question in one.right}) for one in found]
    flips = _sign_flips(found, documents, settings.seed)
    p_values = [p if n >= MIN_CLUSTERS else None for p, n in zip(flips, counts, strict=True)]
    told = zip(found, counts, p_values, holm(p_values), strict=True)
    return [_tested(one, documents, settings.level, n, (p, adjusted)) for one, n, p, adjusted in told]


def _tested(
    found: Outcomes,
    documents: Mapping[str, str],
    level: float,
    n_clusters: int,
    p_values: tuple[float | None, float | None],
) -> Tested:
    labels = [documents[question] for question in found.right]
    one, other = (clustered_share(_wins(found, side), labels, level=level) for side in SIDES)
    return Tested(
        only_a_share=one,
        only_b_share=other,
        n_clusters=n_clusters,
        p_value=p_values[0],
        p_holm=p_values[1],
        p_mcnemar=mcnemar_p(len(found.won_by("a")), len(found.won_by("b"))),
    )


def _wins(found: Outcomes, side: WonBy) -> Floats:
    return np.array([float(right == side) for right in found.right.values()])


def _sign_flips(found: Sequence[Outcomes], documents: Mapping[str, str], seed: int) -> list[float]:
    places = {name: place for place, name in enumerate(dict.fromkeys(documents.values()))}
    sums = np.zeros((len(places), len(found)))
    for pair, one in enumerate(found):
        for side, sign in zip(SIDES, (1.0, -1.0), strict=True):
            for question in one.won_by(side):
                sums[places[documents[question]], pair] += sign
    return [float(p) for p in sign_flip_table(sums, seed=seed).two_sided]

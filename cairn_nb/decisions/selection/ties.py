"""Which systems cannot be told from the best: a lead inside the noise is no reason to pay more.

Decided by sign flips of documents with Holm's adjustment over the systems tested; the paired bootstrap of plain
questions stands beside it. Under six documents nothing can be told, so the system is tied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cairn_nb.decisions.reading.compared_pairs import ComparedPair, compared_pairs, paired_sides
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.records.recommendation import TieTest
from cairn_nb.stats.paired.holm import holm

RISK = 0.05
Verdict = Literal["worse", "no clear difference", "cannot tell"]


def tie_tests(systems: Systems, best: int, others: Sequence[int], metric: str) -> tuple[TieTest, ...]:
    """Systems against the best one, by their places, in the order given."""
    sides = paired_sides(systems.by_question(metric), [(other, best) for other in others])
    compared = compared_pairs(sides, systems.clusters, systems.settings, CATALOG[metric].high)
    by_document = holm([pair.clustered.p_value for pair in compared])
    by_question = holm([pair.plain.p_bootstrap for pair in compared])
    names = systems.names
    return tuple(
        _test(names[other], names[best], pair, adjusted)
        for other, pair, *adjusted in zip(others, compared, by_document, by_question, strict=True)
    )


def _test(system: str, best: str, pair: ComparedPair, adjusted: Sequence[float | None]) -> TieTest:
    clustered, plain = pair.clustered, pair.plain
    p_holm, p_bootstrap_holm = adjusted
    return TieTest(
        system=system,
        best=best,
        difference=clustered.diff,
        p_value=clustered.p_value,
        p_holm=p_holm,
        question_difference=plain.diff,
        p_bootstrap=plain.p_bootstrap,
        p_bootstrap_holm=p_bootstrap_holm,
        wins=clustered.wins,
        ties=clustered.ties,
        losses=clustered.losses,
        verdict=_verdict(clustered.diff.value, p_holm),
    )


def _verdict(difference: float | None, p_holm: float | None) -> Verdict:
    if difference is None or p_holm is None:
        return "cannot tell"
    return "worse" if difference < 0 and p_holm < RISK else "no clear difference"

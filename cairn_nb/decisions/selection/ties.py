"""Which systems cannot be told from the best: a lead inside the noise is no reason to pay more.

Decided by sign flips of documents with Holm's adjustment over the systems tested; the paired bootstrap of plain
questions stands beside it. Under six documents nothing can be told, so the system is tied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cairn_nb.decisions.tables.systems import Systems
from cairn_nb.records import PairedComparison
from cairn_nb.records.recommendation import TieTest
from cairn_nb.stats.holm import holm
from cairn_nb.stats.paired import paired_comparison

RISK = 0.05
Verdict = Literal["worse", "no clear difference", "cannot tell"]
Both = tuple[PairedComparison, PairedComparison]


def tie_tests(systems: Systems, best: int, others: Sequence[int], metric: str) -> tuple[TieTest, ...]:
    """Systems against the best one, by their places, in the order given."""
    compared = [_compared(systems, best, other, metric) for other in others]
    by_document = holm([clustered.p_value for clustered, _ in compared])
    by_question = holm([plain.p_bootstrap for _, plain in compared])
    names = systems.names
    return tuple(
        _test(names[other], names[best], both, adjusted)
        for other, both, *adjusted in zip(others, compared, by_document, by_question, strict=True)
    )


def _compared(systems: Systems, best: int, other: int, metric: str) -> Both:
    """By document, and by plain questions."""
    values, settings = systems.by_question(metric), systems.settings
    sides = values[:, other], values[:, best]
    n_boot, seed, level = settings.n_boot, settings.seed, settings.level
    return (
        paired_comparison(*sides, systems.clusters, n_boot, seed, level=level, interval="auto"),
        paired_comparison(*sides, None, n_boot, seed, level=level),
    )


def _test(system: str, best: str, both: Both, adjusted: Sequence[float | None]) -> TieTest:
    clustered, plain = both
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

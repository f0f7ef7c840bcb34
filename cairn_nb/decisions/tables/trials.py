"""What asking every question more than once shows of each system."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.decisions.board.rank_stability import rank_stability
from cairn_nb.decisions.reading.systems import System, Systems
from cairn_nb.metrics.trials import trials_section


@dataclass(frozen=True)
class Repeated:
    """One system: spread within a question, right at least once, right every time, and how often its rank held."""

    answer_score_trial_sd: float | None = None
    pass_at_k: float | None = None
    pass_hat_k: float | None = None
    rank_stability: float | None = None


def repeated(systems: Systems) -> list[Repeated] | None:
    """One a system; None where every question was asked once."""
    if systems.n_trials == 1:
        return None
    stability = rank_stability([system.report for system in systems.systems])
    return [_of(system, held) for system, held in zip(systems.systems, stability, strict=True)]


def _of(system: System, held: float | None) -> Repeated:
    # The values alone are read, so one draw of the bootstrap will do.
    section = system.report.trials or trials_section(system.rows, n_boot=1)
    if section is None:
        return Repeated(rank_stability=held)
    return Repeated(
        answer_score_trial_sd=section.answer_score_trial_sd,
        pass_at_k=None if section.pass_at_k is None else section.pass_at_k.value,
        pass_hat_k=None if section.pass_hat_k is None else section.pass_hat_k.value,
        rank_stability=held,
    )

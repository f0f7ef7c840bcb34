"""Finished answers compared by twos."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cairn_nb.api.inputs import ReportLike

if TYPE_CHECKING:
    from cairn_nb.records.arena import ArenaSummary


def arena(
    *runs: ReportLike,
    pairs: Literal["all", "vs_baseline", "adaptive"] | None = None,
    max_pairs_per_question: int | None = None,
    judge_config: str | Path | None = None,
    max_cost_usd: float | None = None,
    baseline: str | None = None,
    out: str | Path | None = None,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> ArenaSummary:
    """Show a judge two systems' answers to the same question, again and again, and rank the systems by its verdicts.

    Each pair is shown in both orders, so that a judge who likes a position calls a draw. What was interrupted goes on
    where it stopped.

    Parameters
    ----------
    runs
        A bench run's folder; or reports of several systems over the same questions, files, folders or patterns of them.
    pairs
        Who meets whom: ``all``; every system with the baseline (``vs_baseline``); or ``adaptive``, where the arena is
        least sure. By default what the configuration says.
    max_pairs_per_question
        The most pairs of one question; for ``adaptive`` how many each gets, by default as many as there are systems.
    judge_config
        An experiment file whose ``evaluation`` says who judges and how; by default the first report's own. Without a
        model to judge, the higher answer score wins.
    max_cost_usd
        No further comparison starts once so much is charged; by default ``evaluation.max_cost_usd``.
    baseline
        Whom the others meet under ``vs_baseline``, and are compared with in the tables.
    out
        The folder to write; by default the bench run's own.
    record, replay
        A cassette: every call to a model is added to the file, or every reply comes from it and no model is asked.

    Returns
    -------
    ArenaSummary
        ``ranked`` has each system's score with its interval and its record, ``win_rates`` who beat whom,
        ``position_bias`` which way the judge leaned. The folder's tables have the scores too.

    Raises
    ------
    InputError
        If there are fewer than two systems, no folder to write, or a value does not fit.
    NotComparableError
        If the reports do not measure the same thing.
    BudgetError
        If the cap is used up before the first comparison.
    CassetteError
        If a replay needs a call that the cassette lacks.
    """
    from cairn_nb.runner.blocking import run

    return run(
        aarena(
            *runs,
            pairs=pairs,
            max_pairs_per_question=max_pairs_per_question,
            judge_config=judge_config,
            max_cost_usd=max_cost_usd,
            baseline=baseline,
            out=out,
            record=record,
            replay=replay,
        )
    )


async def aarena(
    *runs: ReportLike,
    pairs: Literal["all", "vs_baseline", "adaptive"] | None = None,
    max_pairs_per_question: int | None = None,
    judge_config: str | Path | None = None,
    max_cost_usd: float | None = None,
    baseline: str | None = None,
    out: str | Path | None = None,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> ArenaSummary:
    """`arena` for async callers."""
    from cairn_nb.api.arena_run import held
    from cairn_nb.providers.cassette.session import keeping_calls

    with keeping_calls(record=record, replay=replay):
        return await held(
            runs,
            pairwise={"pairs": pairs, "max_pairs_per_question": max_pairs_per_question},
            judge_config=None if judge_config is None else Path(judge_config),
            max_cost_usd=max_cost_usd,
            baseline=baseline,
            out=None if out is None else Path(out),
        )

"""Many configurations or reports to one bench run: its leaderboard, its folder, and the folder made again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cairn_nb.api.inputs import ConfigLike, ReportLike

if TYPE_CHECKING:
    from cairn_nb.api.bench_folder import BenchRun
    from cairn_nb.decisions.board.leaderboard import Leaderboard
    from cairn_nb.files.bench_run import BenchFolder


def bench(
    configs: str | Sequence[ConfigLike],
    *,
    out: str | Path = "reports/leaderboard.md",
    reports_dir: str | Path = "reports",
    skip_ingest: bool = False,
    trials: int = 1,
    baseline: str | None = None,
    max_cost_usd: float | None = None,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Leaderboard:
    """Ingest, calibrate and evaluate each configuration, and write the leaderboard and the run's folder.

    Parameters
    ----------
    configs
        Experiments, or a glob of their files.
    out
        The leaderboard's Markdown file; ``.json`` goes beside it.
    reports_dir
        Where the reports lie; the folder is ``bench/<run id>`` in it.
    skip_ingest
        Use the indexes that are there.
    trials
        How often each question is asked.
    baseline
        The configuration that the others are compared with; by default `stats.baseline`, else the cheapest.
    max_cost_usd
        What all of them together may be charged; those that it does not reach to finish are listed as skipped.
    record, replay
        A cassette: every call to a model is added to the file, or every reply comes from it and no model is asked.

    Returns
    -------
    Leaderboard
        The rows, the configurations that could not run with the reason, and the `folder`.
    """
    from cairn_nb.runner.blocking import run

    return run(
        abench(
            configs,
            out=out,
            reports_dir=reports_dir,
            skip_ingest=skip_ingest,
            trials=trials,
            baseline=baseline,
            max_cost_usd=max_cost_usd,
            record=record,
            replay=replay,
        )
    )


async def abench(
    configs: str | Sequence[ConfigLike],
    *,
    out: str | Path = "reports/leaderboard.md",
    reports_dir: str | Path = "reports",
    skip_ingest: bool = False,
    trials: int = 1,
    baseline: str | None = None,
    max_cost_usd: float | None = None,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Leaderboard:
    """`bench` for async callers."""
    from cairn_nb.api.arena_run import after_bench
    from cairn_nb.api.bench_folder import write_bench
    from cairn_nb.config.select import config_files
    from cairn_nb.providers.cassette.session import keeping_calls
    from cairn_nb.runner.bench import abench as work

    chosen = config_files(configs) if isinstance(configs, str) else configs
    with keeping_calls(record=record, replay=replay):
        done = await work(
            list(chosen),
            out=Path(out),
            reports_dir=Path(reports_dir),
            skip_ingest=skip_ingest,
            trials=trials,
            baseline=baseline,
            max_cost_usd=max_cost_usd,
        )
        warnings = await after_bench(done, baseline)
    write_bench(done.folder, done.reports, baseline=baseline, board=done.board, warnings=warnings)
    return done.board


def report(
    *places: ReportLike,
    out: str | Path | None = None,
    baseline: str | None = None,
) -> BenchRun:
    """Make every file of a bench run's folder again from the reports in it; nothing is run.

    Parameters
    ----------
    places
        A bench run's folder; or reports, files, folders or patterns of them, which go into `out` as one bench run.
    out
        The folder to write; by default the bench run's own.
    baseline
        The system that the others are compared with; by default the one that the run was asked for, then
        `stats.baseline`, then the cheapest.

    Returns
    -------
    BenchRun
        ``metrics``, ``significance``, ``cost_breakdown`` (DataFrames), ``pareto``, ``summary`` and ``folder``.

    Raises
    ------
    InputError
        If a place holds no report, there is no folder to write, or `baseline` is not among the systems.
    ReportError
        If a report is missing or damaged; the file is named and nothing is written.
    NotComparableError
        If the reports do not measure the same thing.
    """
    from cairn_nb.api.bench_again import rebuilt, written_to
    from cairn_nb.api.recommendation_files import run_reports

    target, folder = None if out is None else Path(out), _bench_folder(places)
    if folder is not None:
        return rebuilt(folder, out=target, baseline=baseline)
    return written_to(target, run_reports(places)[0], baseline=baseline)


def read_bench(*places: ReportLike, baseline: str | None = None) -> BenchRun:
    """A finished bench run to look at, for a notebook; nothing is run or written.

    Parameters
    ----------
    places
        ``reports/bench/<run id>``, which is `Leaderboard.folder`; or reports, files, folders or patterns of them, one
        a system, which are measured against each other as a bench run would.
    baseline
        The system that the others are compared with; by default as in `report`.

    Returns
    -------
    BenchRun
        As `report` returns it; also ``board``, ``recommendation`` and ``reports``; ``folder`` is null for reports by
        themselves.

    Raises
    ------
    InputError
        If a place holds neither, the run was not finished, or `baseline` is not among the systems.
    ReportError
        If a report is missing or damaged.
    NotComparableError
        If the reports do not measure the same thing.
    """
    from cairn_nb.api.bench_reading import read_folder, read_reports
    from cairn_nb.api.recommendation_files import run_reports

    folder = _bench_folder(places)
    if folder is None:
        return read_reports(run_reports(places)[0], baseline=baseline)
    return read_folder(folder, baseline=baseline)


def _bench_folder(places: Sequence[ReportLike]) -> BenchFolder | None:
    """The bench run's folder where that is what was named."""
    from cairn_nb.files.bench_run import BenchFolder, is_bench_folder

    run = Path(places[0]) if len(places) == 1 and isinstance(places[0], str | Path) else None
    return BenchFolder(run) if run is not None and is_bench_folder(run) else None

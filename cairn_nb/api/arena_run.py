"""An arena held for a bench run's folder: whose answers meet, who judges, and the folder made again with the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from cairn_nb.api.bench_again import earlier_contrast, folder_for, skipped_of
from cairn_nb.api.bench_folder import write_bench
from cairn_nb.api.inputs import ReportLike, load_config
from cairn_nb.api.recommendation_files import run_reports
from cairn_nb.config.model import EvaluationConfig
from cairn_nb.config.pairwise import PairwiseConfig
from cairn_nb.decisions.arena.schedule import check_entrants
from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.decisions.tables.bench_tables import bench_tables
from cairn_nb.errors import CairnError, CassetteError, InputError, ReportError
from cairn_nb.files.bench_run import BenchFolder, is_bench_folder
from cairn_nb.records import Report
from cairn_nb.records.arena import ArenaSummary
from cairn_nb.records.contrast import AskedContrast
from cairn_nb.runner.arena.arena import Setting, aarena
from cairn_nb.runner.budget import Spending

if TYPE_CHECKING:
    from cairn_nb.runner.bench import Benched

STATE_DIR = Path(".cairn")


async def held(
    runs: Sequence[ReportLike],
    *,
    pairwise: dict[str, object],
    judge_config: Path | None,
    max_cost_usd: float | None,
    baseline: str | None,
    out: Path | None,
) -> ArenaSummary:
    """Hold an arena and write the folder; parameters as of `cairn_nb.arena`, its schedule's as `pairwise`."""
    place = _placed(runs, out)
    wanted = baseline if baseline is not None else place.asked_baseline
    tables = bench_tables(place.reports, skipped=place.skipped, baseline=wanted)
    _require(baseline, tables.systems.names)
    evaluation, state_dir = _evaluation(place.reports, judge_config)
    evaluation = evaluation.changed(pairwise=_schedule(evaluation.pairwise, pairwise))
    settings = tables.systems.settings
    await aarena(
        [system.report for system in tables.systems.systems],
        Setting(evaluation, settings.seed, tables.baseline.system, state_dir),
        folder=place.folder.folder,
        spending=_spending(max_cost_usd, evaluation),
    )
    run = write_bench(
        place.folder, place.reports, skipped=place.skipped, baseline=wanted, contrast=place.asked_contrast
    )
    if run.tables.arena is None:
        raise InputError("holds no comparisons", path=place.folder.folder)
    return run.tables.arena.changed(folder=str(place.folder.folder))


async def after_bench(done: Benched, baseline: str | None) -> tuple[str, ...]:
    """The arena of a bench run whose first report asks for one; a sentence where it could not be held.

    Its comparisons count against the cap of all the run's systems together, and against the first report's own.
    """
    try:
        evaluation, _ = _evaluation(done.reports, None)
        if not evaluation.pairwise.enabled:
            return ()
        tables = bench_tables(done.reports, baseline=baseline, board=done.board)
        await aarena(
            [system.report for system in tables.systems.systems],
            Setting(evaluation, tables.systems.settings.seed, tables.baseline.system, done.state_dir),
            folder=done.folder.folder,
            spending=Spending(evaluation.max_cost_usd, within=done.spending),
        )
    except CassetteError:
        raise
    except CairnError as problem:  # the systems were paid for: their tables are written all the same
        return (f"there is no arena: {problem}; `cairn arena {done.folder.folder}` holds it",)
    return ()


@dataclass(frozen=True)
class Place:
    """The reports, the folder to write, and what an earlier summary says that the reports do not."""

    reports: tuple[Report, ...]
    folder: BenchFolder
    skipped: tuple[SkippedConfig, ...] = ()
    asked_baseline: str | None = None
    asked_contrast: AskedContrast | None = None


def _placed(runs: Sequence[ReportLike], out: Path | None) -> Place:
    only = runs[0] if len(runs) == 1 else None
    if isinstance(only, str | Path) and is_bench_folder(Path(only)):
        source = BenchFolder(Path(only))
        earlier = source.earlier()
        return Place(
            source.read(),
            source if out is None else BenchFolder(out),
            tuple(skipped_of(earlier, source)),
            earlier.get("asked_baseline"),
            earlier_contrast(source),
        )
    reports, _ = run_reports(runs)
    check_entrants([report.config_name for report in reports], None)
    return Place(reports, folder_for(out, reports))


def _require(baseline: str | None, names: Sequence[str]) -> None:
    if baseline is not None and baseline not in names:
        raise InputError(f"there is no system {baseline!r}", key="baseline", hint=f"one of {', '.join(names)}")


def _evaluation(reports: Sequence[Report], judge_config: Path | None) -> tuple[EvaluationConfig, Path]:
    """That of the file, else of the first report that has a configuration; and where ledgers lie."""
    if judge_config is not None:
        config = load_config(judge_config)
        return config.evaluation, config.state_dir
    first = next((report for report in reports if report.config is not None), None)
    if first is None:
        _require_no_model(reports)
        return EvaluationConfig(), STATE_DIR
    try:
        return EvaluationConfig.model_validate((first.config or {}).get("evaluation") or {}), STATE_DIR
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        key = ".".join(("config.evaluation", *map(str, problem["loc"])))
        hint = "name an experiment file with --judge-config"
        raise ReportError(problem["msg"], path=first.source, key=key, hint=hint) from None


def _require_no_model(reports: Sequence[Report]) -> None:
    """Refuse to let the heuristic compare what models graded: how they are asked, these reports do not say."""
    judges = dict.fromkeys(judge.judge for report in reports if report.judging for judge in report.judging.judges)
    if judges:
        raise InputError(
            f"the answers were graded by {', '.join(judges)}, and no report holds a configuration that says how to ask",
            key="judge_config",
            hint="name the experiment file with --judge-config; with one that has no axes_judge the heuristic compares",
        )


def _spending(max_cost_usd: float | None, evaluation: EvaluationConfig) -> Spending:
    """Against the cap that was asked for, else the configured one."""
    if max_cost_usd is None:
        return Spending(evaluation.max_cost_usd)
    return Spending(max_cost_usd, cap_key="max_cost_usd")


def _schedule(configured: PairwiseConfig, asked: dict[str, object]) -> PairwiseConfig:
    """The configured one, with what was asked for."""
    given = {name: value for name, value in asked.items() if value is not None}
    try:
        return configured.changed(enabled=True, **given)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
        raise InputError(problem["msg"], key=str(problem["loc"][0])) from None

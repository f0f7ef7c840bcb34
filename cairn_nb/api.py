"""The public functions: plain calls that also work inside a running notebook kernel.

Each takes a configuration as a path or as a `Config`. The engine below is async; ``aevaluate`` and its
siblings are for callers that have a loop of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cairn_nb.explorer.explore import explore as explore

if TYPE_CHECKING:
    import pandas as pd

    from cairn_nb.attacks.report import AttackReport
    from cairn_nb.config.model import Config
    from cairn_nb.decisions.leaderboard import Leaderboard
    from cairn_nb.records import Answer, CalibrationRecord, GateVerdict, IngestLedger, Manifest, Plan, Record, Report

ConfigLike: TypeAlias = "str | Path | Config"
ReportLike: TypeAlias = "str | Path | Report"
TableLike: TypeAlias = "str | Path | pd.DataFrame"
Split: TypeAlias = Literal["eval", "calibration", "all"]


def load_config(path: str | Path, overrides: Mapping[str, Any] | None = None) -> Config:
    """Read an experiment file.

    Parameters
    ----------
    path
        The YAML file.
    overrides
        Values by dotted key, for example ``{"retrieval.k": 12}``; they win over the file.

    Raises
    ------
    ConfigError
        If the file cannot be read, has an unknown key (the nearest one is named), or a value does not fit.
    """
    from cairn_nb.config.load import load_config as load

    return load(Path(path), overrides)


def _config(config: ConfigLike) -> Config:
    return load_config(config) if isinstance(config, str | Path) else config


def read_report(path: str | Path) -> Report:
    """Read a report; ``report.cases`` is its rows as a DataFrame.

    Raises
    ------
    ReportError
        If it cannot be read, lacks a field, or holds a number that is not finite or out of range.
    """
    from cairn_nb.files.reports import read_report as read

    return read(Path(path))


def _report(report: ReportLike) -> Report:
    return read_report(report) if isinstance(report, str | Path) else report


def ingest(config: ConfigLike, *, strict: bool = False) -> Manifest:
    """Parse, chunk and embed the documents, and write the index.

    Parameters
    ----------
    config
        The experiment.
    strict
        Refuse when a file under the corpus folder was skipped.

    Raises
    ------
    CorpusError
        If there is nothing to read, or, under `strict`, something was skipped.
    """
    from cairn_nb.runner.blocking import run

    return run(aingest(config, strict=strict))


async def aingest(config: ConfigLike, *, strict: bool = False) -> Manifest:
    """`ingest` for async callers."""
    from cairn_nb.runner.ingest import aingest as work

    return await work(_config(config), strict=strict)


def calibrate(config: ConfigLike) -> CalibrationRecord:
    """Fit the abstention threshold on the calibration slice and write its record.

    Raises
    ------
    CalibrationError
        If there is nothing to fit on, or a switch that degrades the system is set.
    """
    from cairn_nb.runner.blocking import run

    return run(acalibrate(config))


async def acalibrate(config: ConfigLike) -> CalibrationRecord:
    """`calibrate` for async callers."""
    from cairn_nb.runner.calibrate import acalibrate as work

    return await work(_config(config))


def evaluate(
    config: ConfigLike,
    *,
    split: Split = "eval",
    out: str | Path | None = None,
    reports_dir: str | Path = "reports",
    limit: int | None = None,
    trials: int = 1,
) -> Report:
    """Answer, judge and score a slice of the golden set, and write the report.

    A run that was stopped resumes by itself: no finished case is asked or paid for again.

    Parameters
    ----------
    config
        The experiment.
    split
        Which slice: ``eval``, ``calibration`` or ``all``.
    out
        The report's file; by default ``<reports_dir>/<config>-<UTC time>.json``.
    reports_dir
        Where reports lie; ``latest/<config>.json`` in it is replaced by a full ``eval`` run without `out`.
    limit
        Only the first so many cases of the slice.
    trials
        How often each question is asked.
    """
    from cairn_nb.runner.blocking import run

    return run(aevaluate(config, split=split, out=out, reports_dir=reports_dir, limit=limit, trials=trials))


async def aevaluate(
    config: ConfigLike,
    *,
    split: Split = "eval",
    out: str | Path | None = None,
    reports_dir: str | Path = "reports",
    limit: int | None = None,
    trials: int = 1,
) -> Report:
    """`evaluate` for async callers."""
    from cairn_nb.runner.evaluate import aevaluate as work

    return await work(
        _config(config),
        split=split,
        out=None if out is None else Path(out),
        reports_dir=Path(reports_dir),
        limit=limit,
        trials=trials,
    )


def ask(config: ConfigLike, question: str, *, threshold: float | None = None) -> Answer:
    """Answer one question, at the calibrated threshold unless `threshold` is given."""
    from cairn_nb.runner.blocking import run

    return run(aask(config, question, threshold=threshold))


async def aask(config: ConfigLike, question: str, *, threshold: float | None = None) -> Answer:
    """`ask` for async callers."""
    from cairn_nb.runner.ask import aask as work

    return await work(_config(config), question, threshold=threshold)


def score(
    *,
    answers: TableLike,
    golden: TableLike | None = None,
    mapping: Mapping[str, str] | None = None,
    system: str | None = None,
    name: str | None = None,
    out: str | Path | None = None,
    reports_dir: str | Path = "reports",
) -> Report:
    """Score answers made elsewhere, and write the same report as a run's: no system is run, nothing is configured.

    Parameters
    ----------
    answers
        A file of rows (JSON Lines, JSON, CSV, TSV, Parquet), a DataFrame, results of DeepEval, promptfoo or Inspect,
        SQuAD predictions, or a TREC run.
    golden
        The golden set, another file of questions with references, a SQuAD or BEIR folder, or TREC judgements; by
        default the references that the answers' own rows have.
    mapping
        Role to column where the guess from the names is wrong, for example ``{"answer": "output"}``; an empty column
        leaves a role out, and ``golden.question`` is the golden set's. What was used is in ``notes["answers"]``.
    system
        Whose answers, where the file holds those of several systems.
    name
        What the system is called; by default what the file is called.
    out
        The report's file; by default ``<reports_dir>/<name>-<UTC time>.json``.
    reports_dir
        Where reports lie.

    Returns
    -------
    Report
        What the data do not say is missing, with its reason. A case without an answer counts as failed; a row that
        does not fit is named in ``notes["answers"]["left_out"]``.

    Raises
    ------
    InputError
        If a file cannot be read, no column holds answers, or no answer belongs to a case.
    """
    from cairn_nb.runner.score.score import score as work

    return work(
        golden,
        answers,
        mapping=mapping,
        system=system,
        name=name,
        out=None if out is None else Path(out),
        reports_dir=Path(reports_dir),
    )


def export(
    report: ReportLike,
    path: str | Path,
    *,
    format: Literal["csv", "parquet", "ragas", "trec", "junit"] | None = None,
) -> Path:
    """Write a report's rows for another tool.

    Parameters
    ----------
    report
        The report, or its file.
    path
        The file to write; an older one is replaced.
    format
        By default what the ending says: ``.csv``, ``.parquet``, ``.jsonl`` (ragas rows), ``.run`` or ``.trec`` (a TREC
        run), ``.xml`` (JUnit).

    Returns
    -------
    Path
        The file.

    Raises
    ------
    InputError
        If neither says a format, or the report holds no ranking for a TREC run.
    MissingExtraError
        If it is Parquet and pyarrow is not installed.
    """
    from cairn_nb.exchange.write import write_rows

    write_rows(_report(report), Path(path), format)
    return Path(path)


def gate(baseline: ReportLike, candidate: ReportLike, **rules: Any) -> GateVerdict:
    """Compare a candidate's report with the baseline's.

    Parameters
    ----------
    baseline, candidate
        Reports, or their files.
    rules
        The options of `cairn_nb.decisions.gate.gate`, for example ``max_quality_drop=0.02``.

    Returns
    -------
    GateVerdict
        ``promote`` is true, false, or null when no verdict is possible.
    """
    from cairn_nb.decisions.gate import gate as decide

    return decide(_report(baseline), _report(candidate), **rules)


def plan(report: ReportLike | None = None, beside: ReportLike | None = None, **asked: Any) -> Plan:
    """Say before money is spent how many cases, trials and dollars a difference needs.

    Parameters
    ----------
    report, beside
        A finished run to learn from, and a second one over the same cases. With neither, ``sd=`` says how differences
        vary.
    asked
        The fields of `cairn_nb.decisions.plan_request.PlanRequest`, for example ``difference=0.05``.

    Returns
    -------
    Plan
        ``options`` has the cases, answers and dollars for each number of trials.

    Raises
    ------
    InputError
        If nothing says how differences vary, or a value does not fit.
    """
    from cairn_nb.decisions.plan import plan as work
    from cairn_nb.decisions.plan_request import PlanRequest

    sides = [None if side is None else _report(side) for side in (report, beside)]
    return work(PlanRequest.of(asked), *sides)


def bench(
    configs: str | Sequence[ConfigLike],
    *,
    out: str | Path = "reports/leaderboard.md",
    reports_dir: str | Path = "reports",
    skip_ingest: bool = False,
) -> Leaderboard:
    """Ingest, calibrate and evaluate each configuration, and write the leaderboard.

    Parameters
    ----------
    configs
        Experiments, or a glob of their files.
    out
        The leaderboard's Markdown file; ``.json`` goes beside it.
    reports_dir
        Where the reports lie.
    skip_ingest
        Use the indexes that are there.

    Returns
    -------
    Leaderboard
        The rows, and the configurations that could not run with the reason.
    """
    from cairn_nb.runner.blocking import run

    return run(abench(configs, out=out, reports_dir=reports_dir, skip_ingest=skip_ingest))


async def abench(
    configs: str | Sequence[ConfigLike],
    *,
    out: str | Path = "reports/leaderboard.md",
    reports_dir: str | Path = "reports",
    skip_ingest: bool = False,
) -> Leaderboard:
    """`bench` for async callers."""
    from cairn_nb.config.select import config_files
    from cairn_nb.runner.bench import abench as work

    chosen = config_files(configs) if isinstance(configs, str) else configs
    return await work(list(chosen), out=Path(out), reports_dir=Path(reports_dir), skip_ingest=skip_ingest)


def attack(
    config: ConfigLike, *, poisoned: str | Path | None = None, reports_dir: str | Path = "reports"
) -> AttackReport:
    """Ask the system about poisoned documents and look for leaks.

    Parameters
    ----------
    config
        The experiment.
    poisoned
        The folder of poisoned documents; by default ``poisoned`` beside the corpus folder.
    reports_dir
        Where ``attack-<config>.json`` and ``.md`` are written.
    """
    from cairn_nb.runner.blocking import run

    return run(aattack(config, poisoned=poisoned, reports_dir=reports_dir))


async def aattack(
    config: ConfigLike, *, poisoned: str | Path | None = None, reports_dir: str | Path = "reports"
) -> AttackReport:
    """`attack` for async callers."""
    from cairn_nb.runner.attack import aattack as work

    folder = None if poisoned is None else Path(poisoned)
    return await work(_config(config), poisoned=folder, reports_dir=Path(reports_dir))


def read_ingest_ledger(config: ConfigLike) -> IngestLedger:
    """What ingestion did with every file under the corpus folder.

    Raises
    ------
    StoredIndexError
        If there is no index, or it belongs to another configuration or corpus.
    """
    from cairn_nb.retrieval.index import open_index

    return open_index(_config(config)).ledger


def parameters(notebook: str, names: Mapping[str, Any]) -> Any:
    """Check a notebook's parameters; its first cell calls this with ``globals()``.

    Raises
    ------
    InputError
        If a name is unknown or a value does not fit.
    """
    from cairn_nb.notebook.session import parameters as check

    return check(notebook, names)


def conclude(result: Record, *, path: str | Path | None = None, exit_code: int = 0) -> None:
    """Hand a notebook's result to whoever ran it; its last cell calls this. Fails when the verdict is not yes."""
    from cairn_nb.notebook.session import conclude as hand_over

    hand_over(result, path=path, exit_code=exit_code)

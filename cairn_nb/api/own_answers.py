"""Answers made elsewhere in, rows for other tools out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from cairn_nb.api.inputs import ConfigLike, ReportLike, as_config, as_report

if TYPE_CHECKING:
    import pandas as pd

    from cairn_nb.records import Report

TableLike: TypeAlias = "str | Path | pd.DataFrame"


def score(
    *,
    answers: TableLike,
    golden: TableLike | None = None,
    mapping: Mapping[str, str] | None = None,
    system: str | None = None,
    name: str | None = None,
    out: str | Path | None = None,
    reports_dir: str | Path = "reports",
    config: ConfigLike | None = None,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Report:
    """Score answers made elsewhere, and write the same report as a run's: no system is run.

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
    config
        Whose `evaluation` says which models grade the five axes, check claims and know refusals, within its limits;
        by default the heuristic judge grades, and nothing is configured. A run that was stopped goes on by itself.
    record, replay
        A cassette: every call to these models is added to the file, or every reply comes from it and none is asked.

    Returns
    -------
    Report
        What the data do not say is missing, with its reason. A case without an answer counts as failed; a row that
        does not fit is named in ``notes["answers"]["left_out"]``.

    Raises
    ------
    InputError
        If a file cannot be read, no column holds answers, or no answer belongs to a case.
    ConfigError, AuthenticationError, MissingExtraError
        If a judge cannot be set up.
    CassetteError
        If a replay needs a call that the cassette lacks.
    """
    from cairn_nb.errors import InputError
    from cairn_nb.providers.cassette.session import keeping_calls
    from cairn_nb.runner.blocking import run
    from cairn_nb.runner.score.score import ascore

    if config is None and (record is not None or replay is not None):
        raise InputError("no model is asked here", key="record, replay", hint="name who judges with config (--config)")

    async def work() -> Report:
        with keeping_calls(record=record, replay=replay):
            return await ascore(
                golden,
                answers,
                mapping=mapping,
                system=system,
                name=name,
                out=None if out is None else Path(out),
                reports_dir=Path(reports_dir),
                config=None if config is None else as_config(config),
            )

    return run(work())


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

    write_rows(as_report(report), Path(path), format)
    return Path(path)

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
        Whose `evaluation.axes_judge` grades the five axes, within the limits of its `evaluation`; by default the
        heuristic judge does, and nothing is configured.

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
        config=None if config is None else as_config(config),
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

    write_rows(as_report(report), Path(path), format)
    return Path(path)

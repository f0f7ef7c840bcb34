"""From documents and questions to a report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from cairn_nb.api.inputs import ConfigLike, as_config

if TYPE_CHECKING:
    from cairn_nb.records import Answer, CalibrationRecord, IngestLedger, Manifest, Report

Split: TypeAlias = Literal["eval", "calibration", "all"]


def ingest(
    config: ConfigLike,
    *,
    strict: bool = False,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Manifest:
    """Parse, chunk and embed the documents, and write the index.

    Parameters
    ----------
    config
        The experiment.
    strict
        Refuse when a file under the corpus folder was skipped.
    record, replay
        A cassette: every call to an embedding model is added to the file, or every vector comes from it.

    Raises
    ------
    CorpusError
        If there is nothing to read, or, under `strict`, something was skipped.
    CassetteError
        If a replay needs a call that the cassette lacks, as it does for other documents or chunks.
    """
    from cairn_nb.runner.blocking import run

    return run(aingest(config, strict=strict, record=record, replay=replay))


async def aingest(
    config: ConfigLike,
    *,
    strict: bool = False,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Manifest:
    """`ingest` for async callers."""
    from cairn_nb.providers.cassette.session import keeping_calls
    from cairn_nb.runner.ingest import aingest as work

    with keeping_calls(record=record, replay=replay):
        return await work(as_config(config), strict=strict)


def calibrate(
    config: ConfigLike, *, record: str | Path | None = None, replay: str | Path | None = None
) -> CalibrationRecord:
    """Fit the abstention threshold on the calibration slice and write its record.

    Parameters
    ----------
    config
        The experiment.
    record, replay
        A cassette: every call to a model is added to the file, or every reply comes from it and no model is asked.

    Raises
    ------
    CalibrationError
        If there is nothing to fit on, or a switch that degrades the system is set.
    CassetteError
        If a replay needs a call that the cassette lacks.
    """
    from cairn_nb.runner.blocking import run

    return run(acalibrate(config, record=record, replay=replay))


async def acalibrate(
    config: ConfigLike, *, record: str | Path | None = None, replay: str | Path | None = None
) -> CalibrationRecord:
    """`calibrate` for async callers."""
    from cairn_nb.providers.cassette.session import keeping_calls
    from cairn_nb.runner.calibrate import acalibrate as work

    with keeping_calls(record=record, replay=replay):
        return await work(as_config(config))


def evaluate(
    config: ConfigLike,
    *,
    split: Split = "eval",
    out: str | Path | None = None,
    reports_dir: str | Path = "reports",
    limit: int | None = None,
    trials: int = 1,
    record: str | Path | None = None,
    replay: str | Path | None = None,
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
    record, replay
        A cassette: every call to a model is added to the file, or every reply comes from it and no model is asked.

    Raises
    ------
    CassetteError
        If a replay needs a call that the cassette lacks; model and case are named.
    """
    from cairn_nb.runner.blocking import run

    return run(
        aevaluate(
            config,
            split=split,
            out=out,
            reports_dir=reports_dir,
            limit=limit,
            trials=trials,
            record=record,
            replay=replay,
        )
    )


async def aevaluate(
    config: ConfigLike,
    *,
    split: Split = "eval",
    out: str | Path | None = None,
    reports_dir: str | Path = "reports",
    limit: int | None = None,
    trials: int = 1,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Report:
    """`evaluate` for async callers."""
    from cairn_nb.providers.cassette.session import keeping_calls
    from cairn_nb.runner.evaluate import aevaluate as work

    with keeping_calls(record=record, replay=replay):
        return await work(
            as_config(config),
            split=split,
            out=None if out is None else Path(out),
            reports_dir=Path(reports_dir),
            limit=limit,
            trials=trials,
        )


def ask(
    config: ConfigLike,
    question: str,
    *,
    threshold: float | None = None,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Answer:
    """Answer one question, at the calibrated threshold unless `threshold` is given.

    `record` and `replay` are as for `evaluate`.
    """
    from cairn_nb.runner.blocking import run

    return run(aask(config, question, threshold=threshold, record=record, replay=replay))


async def aask(
    config: ConfigLike,
    question: str,
    *,
    threshold: float | None = None,
    record: str | Path | None = None,
    replay: str | Path | None = None,
) -> Answer:
    """`ask` for async callers."""
    from cairn_nb.providers.cassette.session import keeping_calls
    from cairn_nb.runner.ask import aask as work

    with keeping_calls(record=record, replay=replay):
        return await work(as_config(config), question, threshold=threshold)


def read_ingest_ledger(config: ConfigLike) -> IngestLedger:
    """What ingestion did with every file under the corpus folder.

    Raises
    ------
    StoredIndexError
        If there is no index, or it belongs to another configuration or corpus.
    """
    from cairn_nb.retrieval.index import open_index

    return open_index(as_config(config)).ledger

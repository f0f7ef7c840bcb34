"""Reports with all that belongs to them: their evidence files, the gate's verdict on two, board and choice of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cairn_nb.decisions.board.board import Leaderboard
from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.tables.bench_tables import BenchTables, bench_tables
from cairn_nb.errors import CairnError, InputError
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.parts.bench import bench_sections
from cairn_nb.explorer.parts.recommendation import default_recommendation
from cairn_nb.explorer.payload import Payload
from cairn_nb.explorer.view import Section
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.files.judge_audits import audits_beside
from cairn_nb.files.reports import read_report
from cairn_nb.records import GateVerdict, Report
from cairn_nb.records.contrast import ContrastSets
from cairn_nb.records.recommendation import Recommendation


@dataclass(frozen=True)
class Opened:
    """The packed data, the reports it was made from, and what a person should hear about it."""

    payload: Payload
    reports: tuple[Report, ...]
    notes: tuple[str, ...] = ()


def opened(
    reports: Sequence[str | Path | Report],
    *,
    decision: GateVerdict | None = None,
    board: Leaderboard | None = None,
    tables: BenchTables | None = None,
    recommendation: Recommendation | None = None,
    contrasts: ContrastSets | None = None,
    sections: Sequence[Section] = (),
    names: Sequence[str] | None = None,
    max_embedded_mb: float | None = None,
) -> Opened:
    """Read reports and pack them for the explorer.

    Parameters
    ----------
    reports
        Reports or their files, a baseline before its candidate; by default those of `board`. An evidence file
        beside a report is read; without it every view works and says that passages were not kept.
    decision
        The gate's verdict on two reports; by default that of its default rules.
    board
        The leaderboard of many reports; by default that of `tables`.
    tables
        The numbers of many reports side by side; by default their own, where they measure the same thing.
    recommendation
        Which of the reports to deploy; by default, of many, that of the balanced profile without limits.
    contrasts
        Where the systems disagree; by default found out by answer score.
    sections
        Parts that others found out, as an arena's; ours follow them.
    names
        What each run is called; by default its configuration's name.
    max_embedded_mb
        How much a page may hold; by default what the last report's ``report.max_embedded_mb`` says.

    Raises
    ------
    InputError
        If there is no report, `decision` comes without two reports, or a number or name cannot be used.
    ReportError
        If a report or its evidence cannot be read.
    """
    given = tuple(reports) or (board.reports if board is not None else ())
    read = tuple(report if isinstance(report, Report) else read_report(Path(report)) for report in given)
    if decision is not None and len(read) != 2:
        raise InputError(f"is about two reports, and {len(read)} were given", key="decision")
    notes: list[str] = []
    if len(read) == 2 and decision is None:
        decision = gate(*read)
    if len(read) > 2 and tables is None:
        tables = _tables(read, board, notes)
    if tables is not None:
        board, sections = tables.board, (*bench_sections(tables), *sections)
    if len(read) > 2 and board is not None and recommendation is None:
        recommendation = _chosen(read, board, notes)
    payload = pack(
        read,
        [read_evidence_of(report) for report in read],
        decision=decision,
        board=board,
        recommendation=recommendation,
        contrasts=contrasts,
        sections=sections,
        max_embedded_mb=_limit_mb(read, max_embedded_mb),
        names=names,
        audits=audits_beside(read),
    )
    return Opened(payload, read, tuple(notes))


def _tables(reports: Sequence[Report], board: Leaderboard | None, notes: list[str]) -> BenchTables | None:
    try:
        return bench_tables(reports, board=board)
    except CairnError as problem:
        notes.append(f"there is no leaderboard: {problem}")
        return None


def _chosen(reports: Sequence[Report], board: Leaderboard, notes: list[str]) -> Recommendation | None:
    found, problem = default_recommendation(reports, board.configs)
    if problem:
        notes.append(f"there is no recommendation: {problem}")
    return found


def _limit_mb(reports: Sequence[Report], given: float | None) -> float | None:
    if given is not None:
        if not given > 0:
            raise InputError("is no size", key="max_embedded_mb", hint="give a number of megabytes above 0")
        return given
    said = [((report.config or {}).get("report") or {}).get("max_embedded_mb") for report in reports]
    return next((value for value in reversed(said) if value is not None), None)

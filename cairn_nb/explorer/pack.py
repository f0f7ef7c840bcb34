"""Reports and their evidence as the explorer's data: the view with its columns once, details in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.decisions.board import Leaderboard
from cairn_nb.explorer.cells import own_cells, shared_cells
from cairn_nb.explorer.columns import columns
from cairn_nb.explorer.details import Details
from cairn_nb.explorer.parts.banner import banner, is_stub
from cairn_nb.explorer.parts.numbers import measures, threshold_source
from cairn_nb.explorer.payload import Payload, blocks, compressed
from cairn_nb.explorer.runs import EvidenceByCase, Runs, runs_of
from cairn_nb.explorer.view import Run, Section, View
from cairn_nb.records import GateVerdict, Report


def pack(
    reports: Sequence[Report],
    evidence: Sequence[EvidenceByCase | None] | None = None,
    *,
    decision: GateVerdict | None = None,
    board: Leaderboard | None = None,
    sections: Sequence[Section] = (),
    max_embedded_mb: float | None = None,
    names: Sequence[str] | None = None,
) -> Payload:
    """Pack one, two or many reports for the explorer.

    Parameters
    ----------
    reports
        Of two the baseline comes first. Rows of an earlier format have fewer filled columns.
    evidence
        For each report its passages and traces by (case id, trial), or null: the details then say that they
        were not kept.
    max_embedded_mb
        How much a page may hold.
    names
        What each run is called.
    """
    runs = runs_of(reports, names)
    kept = list(evidence) if evidence is not None else [None] * len(runs.reports)
    details = Details(runs, kept)
    view = _view(runs, kept)
    return Payload(index=compressed(view), details=blocks(details.rows), chunks=blocks(details.texts))


def _view(runs: Runs, kept: Sequence[EvidenceByCase | None]) -> dict[str, Any]:
    cases = shared_cells(runs)
    rows = tuple(own_cells(runs, run) for run in range(len(runs.reports)))
    if runs.mode == "two":
        _changes(cases, rows)
    view = View(
        title=" · ".join(runs.names),
        mode=runs.mode,
        runs=tuple(_run(runs, run, kept[run]) for run in range(len(runs.reports))),
        banner=banner(runs),
        measures=measures(runs),
        columns=columns(runs, cases, rows, score="judge"),
        cases={},
        rows=(),
    )
    return {**view.model_dump(mode="json"), "cases": cases, "rows": rows}


def _changes(cases: dict[str, list[Any]], rows: tuple[dict[str, list[Any]], ...]) -> None:
    n = len(cases["id"])
    cases["change"] = [[] for _ in range(n)]
    for key, of in (("latency_change", "latency"), ("cost_change", "cost")):
        pairs = zip(rows[0][of], rows[1][of], strict=True)
        cases[key] = [None if a is None or b is None else b - a for a, b in pairs]


def _run(runs: Runs, run: int, kept: EvidenceByCase | None) -> Run:
    report = runs.reports[run]
    return Run(
        name=runs.names[run],
        config_name=report.config_name,
        created_at=report.created_at,
        split=report.split,
        n_cases=report.n_cases,
        complete=report.complete,
        stub=bool(is_stub(report)),
        threshold=report.abstention.threshold,
        threshold_source=threshold_source(report),
        alpha=report.abstention.alpha,
        evidence=kept is not None,
    )

"""What a view says of its runs, found out once, whatever of it a page has room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cairn_nb.decisions.board.board import Leaderboard
from cairn_nb.decisions.board.ranking import primary_metric
from cairn_nb.errors import ReportError
from cairn_nb.explorer.figures.build import figures_of
from cairn_nb.explorer.figures.differences import Compared as PairedMeasure
from cairn_nb.explorer.figures.differences import compared as paired_measures
from cairn_nb.explorer.packing.packed_cells import packed_cells
from cairn_nb.explorer.parts.banner import banner, stand_ins
from cairn_nb.explorer.parts.board import board as board_of
from cairn_nb.explorer.parts.decision import decision as decision_of
from cairn_nb.explorer.parts.decision import verdict_of
from cairn_nb.explorer.parts.difference import with_differences
from cairn_nb.explorer.parts.disagreement import disagreements
from cairn_nb.explorer.parts.modes import modes
from cairn_nb.explorer.parts.numbers import measures, threshold_source
from cairn_nb.explorer.parts.sections import sections as sections_of
from cairn_nb.explorer.reductions import Kept
from cairn_nb.explorer.rows.cells import own_cells, shared_cells
from cairn_nb.explorer.rows.columns import columns
from cairn_nb.explorer.rows.compare import Compared, compare
from cairn_nb.explorer.runs import EvidenceByCase, Runs
from cairn_nb.explorer.view import Board, Decision, Measure, Run, Section, View
from cairn_nb.records import GateVerdict
from cairn_nb.records.audit import JudgeAudit
from cairn_nb.records.contrast import ContrastSets
from cairn_nb.records.label import answer_digest
from cairn_nb.records.recommendation import Recommendation

# Column keys by the measures that boards rank by.
SCORES = {"answer_score": "points", "judge_score": "judge", "token_f1": "f1"}
CUT = ("question", "expected", "answer")
Cells = dict[str, list[Any]]


@dataclass(frozen=True)
class Content:
    """The view without its cells, and the cells with their whole texts."""

    runs: Runs
    view: View
    cases: Cells
    rows: tuple[Cells, ...]

    def as_json(self, kept: Kept, reductions: tuple[str, ...]) -> tuple[Any, ...]:
        """The view as the front end reads it, then the texts of a long table's later rows."""
        packed = packed_cells(_cut(self.cases, kept), [_cut(cells, kept) for cells in self.rows])
        cases, *rows = packed.first
        view = self.view.model_dump(mode="json")
        return {**view, "cases": cases, "rows": rows, "reductions": list(reductions)}, *packed.blocks


def content(
    runs: Runs,
    evidence: Sequence[EvidenceByCase | None],
    *,
    decision: GateVerdict | None,
    board: Leaderboard | None,
    recommendation: Recommendation | None,
    sections: Sequence[Section],
    contrasts: ContrastSets | None = None,
    audits: Sequence[JudgeAudit] = (),
) -> Content:
    """Everything but the details; parameters as in `pack`."""
    cases, rows = shared_cells(runs), tuple(own_cells(runs, run) for run in range(len(runs.reports)))
    found = measures(runs)
    parts: dict[str, Any] = {"measures": found, "banner": banner(runs, audits=audits)}
    if runs.mode == "two":
        compared, paired = compare(runs), paired_measures(runs)
        cases |= compared.cells
        parts |= _two(runs, found, compared, paired, decision)
        parts["figures"] = figures_of(runs, differences=paired, changes=compared.changes)
    else:
        parts["figures"] = figures_of(runs, chosen=recommendation)
    if runs.mode == "many":
        parts["board"], refused = board_of(runs, found, board)
        parts["banner"] = banner(runs, not_ranked=refused, audits=audits)
    score = score_key(runs, parts.get("board"))
    view = View(
        title=" · ".join(runs.names),
        mode=runs.mode,
        runs=tuple(_run(runs, run, evidence[run]) for run in range(len(runs.reports))),
        sections=sections_of(runs, sections, recommendation, contrasts or disagreements(runs, evidence, board), audits),
        modes=modes(runs, score),
        columns=columns(runs, cases, rows, score=score),
        cases={},
        rows=(),
        **parts,
    )
    return Content(runs, view, cases, rows)


def _two(
    runs: Runs,
    found: tuple[Measure, ...],
    compared: Compared,
    paired: tuple[PairedMeasure, ...],
    given: GateVerdict | None,
) -> dict[str, Any]:
    verdict = verdict_of(runs, given)
    said: Decision = decision_of(runs, verdict, changed=sum(map(bool, compared.cells["change"])))
    return {
        "decision": said,
        "measures": with_differences(runs, found, verdict, paired),
        "changes": compared.changes,
        "opens": compared.opens,
    }


def score_key(runs: Runs, board: Board | None) -> str:
    """The key of the score that runs are compared by: what a board of them ranks by, where a case has that number.

    Of rankings alone, and where a report's notes cannot be read, the judge's where all have one, else token F1.
    """
    judged = all(report.answer.judge_score is not None for report in runs.reports)
    return SCORES.get(_ranked_by(runs) if board is None else board.primary, "judge" if judged else "f1")


def _ranked_by(runs: Runs) -> str:
    try:
        return primary_metric(runs.reports)[0]
    except ReportError:  # which the banner and the decision say
        return ""


def _run(runs: Runs, run: int, evidence: EvidenceByCase | None) -> Run:
    report = runs.reports[run]
    return Run(
        name=runs.names[run],
        config_name=report.config_name,
        run_id=report.run_id,
        created_at=report.created_at,
        split=report.split,
        n_cases=report.n_cases,
        complete=report.complete,
        stub=True in stand_ins(report),
        threshold=report.abstention.threshold,
        threshold_source=threshold_source(report),
        alpha=report.abstention.alpha,
        evidence=evidence is not None,
    )


def _cut(cells: Cells, kept: Kept) -> Cells:
    """Cells with their texts cut; an answer that was cut keeps the digest by which labels know it."""
    if kept.text_chars is None:
        return cells
    found = {key: [None if value is None else kept.cut(value) for value in cells[key]] for key in CUT if key in cells}
    if "answer" in found:
        pairs = zip(cells["answer"], found["answer"], strict=True)
        found["answer_sha256"] = [None if whole == cut else answer_digest(whole) for whole, cut in pairs]
    return {**cells, **found}

"""Reports and their evidence as the explorer's data: the view with its columns once, details in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from cairn_nb.decisions.board.board import Leaderboard
from cairn_nb.errors import InputError
from cairn_nb.explorer.content import Content, content
from cairn_nb.explorer.payload import Payload, blocks, compressed
from cairn_nb.explorer.reductions import Kept, fitted
from cairn_nb.explorer.rows.details import Details
from cairn_nb.explorer.runs import EvidenceByCase, runs_of
from cairn_nb.explorer.script_free import fallback
from cairn_nb.explorer.view import Section
from cairn_nb.records import GateVerdict, Report
from cairn_nb.records.audit import JudgeAudit
from cairn_nb.records.contrast import ContrastSets
from cairn_nb.records.recommendation import Recommendation

__all__ = ["Payload", "pack"]


def pack(
    reports: Sequence[Report],
    evidence: Sequence[EvidenceByCase | None] | None = None,
    *,
    decision: GateVerdict | None = None,
    board: Leaderboard | None = None,
    recommendation: Recommendation | None = None,
    contrasts: ContrastSets | None = None,
    audits: Sequence[JudgeAudit] = (),
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
    decision
        The gate's verdict on two reports; by default that of its default rules.
    board
        The leaderboard of many reports; by default their own, where they measure the same thing.
    recommendation
        Which of the reports to deploy; null says nothing about it.
    contrasts
        Where the runs disagree, under the names they have here; by default found out by answer score.
    audits
        The judge held against people, where that was done.
    sections
        Parts that others found out; reproducibility follows them.
    max_embedded_mb
        How much a page may hold. Above it passages are left out, then traces, then the ends of long texts,
        and the page says so.
    names
        What each run is called; by default its configuration's name.

    Raises
    ------
    InputError
        If there is no report, or `names` or `evidence` are not one for each, a name is empty, or two are equal.
    """
    runs = runs_of(reports, names)
    known = tuple(evidence) if evidence is not None else (None,) * len(runs.reports)
    if len(known) != len(runs.reports):
        problem = f"{len(known)} were given for {len(runs.reports)} reports; give one for each, or null"
        raise InputError(problem, key="evidence")
    found = content(
        runs,
        known,
        decision=decision,
        board=board,
        recommendation=recommendation,
        sections=sections,
        contrasts=contrasts,
        audits=audits,
    )
    shown = fallback(found)
    return fitted(
        lambda kept, said: _packed(found, known, kept, said).changed(fallback=shown),
        limit_mb=max_embedded_mb,
        evidence=any(entry is not None for entry in known),
    )


def _packed(
    found: Content, evidence: Sequence[EvidenceByCase | None], kept: Kept, reductions: tuple[str, ...]
) -> Payload:
    details = Details(found.runs, evidence, kept)
    with ThreadPoolExecutor(1) as beside:
        index, *texts = (beside.submit(compressed, part) for part in found.as_json(kept, reductions))
        packed, chunks = blocks(details.rows()), blocks(details.passages)
        found_texts = tuple(text.result() for text in texts)
        return Payload(index=index.result(), texts=found_texts, details=packed, chunks=chunks)

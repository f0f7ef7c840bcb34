"""Who checked claims and refusals, how many verdicts could not be had, and the warnings that this calls for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.config.model import Config
from cairn_nb.records.case_row import CaseRow
from cairn_nb.systems.checks import Checks

MODEL = "model"


def checks_note(config: Config, checks: Checks, rows: Sequence[CaseRow]) -> dict[str, Any]:
    """The notes `claims` and `refusals`; only for what the configuration asks for."""
    found: dict[str, Any] = {}
    if checks.claims is not None:
        found["claims"] = {
            "checker": checks.claims.name,
            "model": checks.claims.model,
            "version": checks.claims.version,
            "max_claims": config.evaluation.claims.max_claims,
            "n_split_failed": sum(row.claims_split_failed is True for row in rows),
            "n_unreadable": sum(row.claims_unreadable or 0 for row in rows),
            "n_unchecked": sum(row.claims_unchecked or 0 for row in rows),
        }
    if config.evaluation.refusal_detector == MODEL:
        asked = checks.refusals
        found["refusals"] = {
            "detector": "heuristic" if asked is None else MODEL,
            "model": None if asked is None else asked.model,
            "version": None if asked is None else asked.version,
            "n_asked": sum(row.refusal_detector is not None for row in rows),
            "n_fallbacks": _n_fallbacks(rows),
        }
    return found


def checks_warnings(config: Config, checks: Checks, rows: Sequence[CaseRow]) -> list[str]:
    """What a reader must know before believing rates of claims and refusals."""
    return [
        sentence
        for sentence in (_no_detector(config, checks), _fallbacks(rows), _lost_claims(rows), _unchecked(rows))
        if sentence is not None
    ]


def _no_detector(config: Config, checks: Checks) -> str | None:
    if config.evaluation.refusal_detector != MODEL or checks.refusals is not None:
        return None
    return "evaluation.refusal_detector is model, but no model judges here, so the wording of answers decides"


def _fallbacks(rows: Sequence[CaseRow]) -> str | None:
    n, asked = _n_fallbacks(rows), sum(row.refusal_detector is not None for row in rows)
    if not n:
        return None
    return f"the refusal detector gave no usable probability for {n} of {asked} answers; their wording decided"


def _n_fallbacks(rows: Sequence[CaseRow]) -> int:
    return sum(row.refusal_detector not in (None, MODEL) for row in rows)


def _lost_claims(rows: Sequence[CaseRow]) -> str | None:
    failed = sum(row.claims_split_failed is True for row in rows)
    unreadable = sum(row.claims_unreadable or 0 for row in rows)
    lost = []
    if failed:
        lost.append(f"{failed} answers could not be taken apart into claims")
    if unreadable:
        lost.append(f"{unreadable} claims have no usable probability")
    return f"{', and '.join(lost)}; claim_support_rate leaves them out" if lost else None


def _unchecked(rows: Sequence[CaseRow]) -> str | None:
    cut = [row.claims_unchecked for row in rows if row.claims_unchecked]
    if not cut:
        return None
    return f"{len(cut)} answers make more claims than evaluation.claims.max_claims; {sum(cut)} claims were not checked"

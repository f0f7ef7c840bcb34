"""How well the judges of a panel agree on each axis: Krippendorff's alpha over the answers that two or more graded.

A judge that sat an answer out, or failed, is a missing rating. 1: the same grades; 0: no better than chance; below 0:
they differ systematically. Answers about one document are resampled together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import nan
from typing import Any

from cairn_nb.records.axis_verdict import AXES
from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.estimate import Estimate
from cairn_nb.stats.agreement.krippendorff import krippendorff_alpha

MEASURES = (*AXES, "answer_score")
LEAST_ALPHA = 0.667


def panel_ratings(rows: Sequence[CaseRow], measure: str) -> dict[str, list[float]]:
    """Each judge's grades on one axis, or its answer scores: judges in the panel's order, NaN where one gave none.

    Parameters
    ----------
    rows
        Answers of one system or of several.
    measure
        One of `MEASURES`.
    """
    panels = [_panel(row) for row in rows]
    judges = dict.fromkeys(judge for panel in panels for judge in panel)
    return {judge: [float(panel.get(judge, {}).get(measure, nan)) for panel in panels] for judge in judges}


def judge_agreement(
    rows: Sequence[CaseRow],
    *,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> dict[str, Estimate]:
    """Krippendorff's alpha (interval metric) of the judges, for each axis and for the answer score.

    Parameters
    ----------
    rows
        Answers of one system or of several; those that no panel graded do not count.
    clusters
        A label for each row; rows with one label are resampled together.
    n_boot, seed, level
        As for `cairn_nb.stats.krippendorff_alpha`.

    Returns
    -------
    dict
        By `MEASURES`; empty where no answer has two judges, as with one judge or ``scorers: first``.
    """
    kept = [place for place, row in enumerate(rows) if _panel(row)]
    graded = [rows[place] for place in kept]
    if not any(sum(bool(scores) for scores in _panel(row).values()) > 1 for row in graded):
        return {}
    labels = None if clusters is None else [clusters[place] for place in kept]
    return {
        measure: krippendorff_alpha(
            list(panel_ratings(graded, measure).values()),
            "interval",
            clusters=labels,
            n_boot=n_boot,
            seed=seed,
            level=level,
        )
        for measure in MEASURES
    }


def _panel(row: CaseRow) -> dict[str, dict[str, Any]]:
    return row.answer_judge.get("panel_scores") or {}

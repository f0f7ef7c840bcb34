"""By which scale a report's axes are: grades of different judges or prompts are not comparable."""

from __future__ import annotations

from cairn_nb.records import Report


def axes_scale(report: Report) -> frozenset[str]:
    """The judges of the five axes with their prompt version; empty where nothing was graded.

    Of models, those that were asked to judge: that one failed, or sat an answer out, does not change the scale.
    """
    judging = report.judging
    if judging is not None:
        return frozenset(f"{judge.judge} {judging.prompt_version}" for judge in judging.judges)
    return frozenset(row.axes_judge for row in report.per_case if row.axes_judge)

"""The answers of a run that a judge scored, over all its systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cairn_nb.errors import InputError
from cairn_nb.metrics.estimates import cluster_labels
from cairn_nb.metrics.trials import CORRECT, DUST
from cairn_nb.records import CaseRow, Report, Status
from cairn_nb.records.audit import AuditedRun

Rule = Literal["answer_score", "correct"]
RULES: dict[Rule, str] = {
    "answer_score": f"answer score of at least {CORRECT:g}",
    "correct": "`correct` of the judge that grades 0 to 1",
}
AnswerKey = tuple[str, str, int]


@dataclass(frozen=True)
class JudgedAnswer:
    """One answer, whose it is, and the document it is about.

    Parameters
    ----------
    system
        What the run's system is called here.
    run
        The place of its report.
    row
        The report's row.
    cluster
        What it is resampled with.
    """

    system: str
    run: int
    row: CaseRow
    cluster: str

    @property
    def key(self) -> AnswerKey:
        """Unique over a run's systems."""
        return self.system, self.row.case_id, self.row.trial

    def is_right(self, rule: Rule) -> bool | None:
        """The judge's verdict; null where it gave none."""
        return self.row.correct if rule == "correct" else reaches_bar(self.row.answer_score)


def reaches_bar(answer_score: float | None) -> bool | None:
    """Whether an answer with this score counts as correct; null without a score."""
    return None if answer_score is None else answer_score >= CORRECT - DUST


def audited_runs(reports: Sequence[Report]) -> tuple[AuditedRun, ...]:
    """What each report's system is called: its configuration, and its run where two share one.

    Raises
    ------
    InputError
        If there is no report, or one is given twice.
    """
    if not reports:
        raise InputError("there is no report to audit", hint="give reports, or a bench run's folder")
    names = Counter(report.config_name for report in reports)
    runs = tuple(
        AuditedRun(
            system=report.config_name if names[report.config_name] == 1 else f"{report.config_name} ({report.run_id})",
            config_name=report.config_name,
            run_id=report.run_id,
            names_judges=report.judging is not None,
        )
        for report in reports
    )
    twice = [name for name, count in Counter(run.system for run in runs).items() if count > 1]
    if twice:
        raise InputError("this run is given twice", key=twice[0], hint="give each report once")
    return runs


def judged_answers(
    reports: Sequence[Report], cluster: Literal["document", "none"] = "document"
) -> tuple[JudgedAnswer, ...]:
    """Every answer that did not fail, in the order of the reports and their rows."""
    runs = audited_runs(reports)
    return tuple(
        JudgedAnswer(run.system, place, row, label)
        for place, (run, report) in enumerate(zip(runs, reports, strict=True))
        for row, label in _kept(report, cluster)
    )


def _kept(report: Report, cluster: Literal["document", "none"]) -> Iterator[tuple[CaseRow, str]]:
    for row, label in zip(report.per_case, cluster_labels(report.per_case, cluster), strict=True):
        if row.status is not Status.ERROR:
            yield row, label

"""Which judge an audit is about: its name and the version of what it grades by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cairn_nb.decisions.audit.answers import Rule
from cairn_nb.records import Report

UNKNOWN = "unknown"


@dataclass(frozen=True)
class JudgeName:
    """A judge by its rubric. Where the runs had several, all of them: `several` says so."""

    name: str
    rubric: str
    several: bool = False

    @property
    def written(self) -> str:
        """Both, for a sentence."""
        return f"{self.name}; {self.rubric}"


def judge_name(reports: Sequence[Report], rule: Rule) -> JudgeName:
    """The judge whose verdicts the rule reads."""
    found = sorted({(_grader(report) if rule == "correct" else _axes_judge(report)) for report in reports})
    names, rubrics = _joined(name for name, _ in found), _joined(rubric for _, rubric in found)
    return JudgeName(names, rubrics, len(found) > 1)


def _joined(parts: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(parts))


def _grader(report: Report) -> tuple[str, str]:
    return str(report.notes.get("judge") or UNKNOWN), str(report.notes.get("rubric_version") or UNKNOWN)


def _axes_judge(report: Report) -> tuple[str, str]:
    if report.judging is not None:
        judges = ", ".join(judge.judge for judge in report.judging.judges)
        how = "" if report.judging.aggregate is None else f" ({report.judging.aggregate})"
        return f"{judges}{how}", report.judging.prompt_version
    names = sorted({row.axes_judge for row in report.per_case if row.axes_judge})
    return ", ".join(names) or UNKNOWN, ", ".join(names) or UNKNOWN

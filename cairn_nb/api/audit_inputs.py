"""What an audit is asked, and where its run and files lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cairn_nb.api.inputs import ReportLike
from cairn_nb.api.recommendation_files import run_reports
from cairn_nb.decisions.audit.answers import Rule
from cairn_nb.decisions.audit.audit import BAR
from cairn_nb.errors import InputError
from cairn_nb.files.pairwise import read_comparisons
from cairn_nb.judges.axes.family import family_of
from cairn_nb.records import Report
from cairn_nb.records.audit import AuditedRun, Purpose
from cairn_nb.records.pair_comparison import PairComparison


@dataclass(frozen=True)
class AuditOptions:
    """The options of `cairn_nb.audit`, checked."""

    sample: int
    seed: int
    purpose: Purpose | None
    bar: float
    measure: Rule | None
    cluster: Literal["document", "none"]
    state_dir: Path

    @classmethod
    def of(
        cls,
        *,
        sample: int,
        seed: int,
        purpose: Purpose | None,
        bar: float | None,
        measure: Rule | None,
        cluster: Literal["document", "none"],
        state_dir: Path,
    ) -> AuditOptions:
        """Checked, the default bar filled in.

        Raises
        ------
        InputError
            If one is out of range, or a bar is given with labels that tune.
        """
        if sample < 1:
            raise InputError(f"must be at least 1, not {sample}", key="sample")
        if bar is not None and not 0 < bar < 1:
            raise InputError(f"must lie strictly between 0 and 1, not {bar:g}", key="bar")
        if bar is not None and purpose == "tune":
            raise InputError("a bar is for certifying", key="bar", hint="leave out the bar, or say --purpose certify")
        asked: Purpose | None = "certify" if bar is not None else purpose
        return cls(sample, seed, asked, BAR if bar is None else bar, measure, cluster, state_dir)


@dataclass(frozen=True)
class AuditPlace:
    """The run's reports, the folder for the files, and the bench run's folder where it is one."""

    reports: tuple[Report, ...]
    folder: Path
    bench: Path | None

    def comparisons(self) -> tuple[PairComparison, ...]:
        """What the pairwise arena left in the run's folder; none where it was not held."""
        return (read_comparisons(self.bench) or ()) if self.bench is not None else ()


def audit_place(run: ReportLike | Sequence[ReportLike], out: Path | None) -> AuditPlace:
    """Read the run.

    Raises
    ------
    InputError
        If there is no report, or no folder for the files.
    ReportError
        If a report cannot be read.
    """
    reports, bench = run_reports(run)
    source = reports[0].source
    folder = out or bench or (None if source is None else source.parent)
    if folder is None:
        raise InputError("these reports lie nowhere", key="out", hint="name the folder for the audit's files")
    return AuditPlace(reports, folder, bench)


def own_families(reports: Sequence[Report], runs: Sequence[AuditedRun]) -> Mapping[str, bool]:
    """By system whether a judge is of the family of the model that answers; without those of unknown family."""
    found: dict[str, bool] = {}
    for report, run in zip(reports, runs, strict=True):
        judges = {judge.family for judge in report.judging.judges if judge.family} if report.judging else set()
        family = _generator_family(report)
        if judges and family is not None:
            found[run.system] = family in judges
    return found


def _generator_family(report: Report) -> str | None:
    if report.judging is not None and report.judging.generator_family is not None:
        return report.judging.generator_family
    families = {family_of(row.model) for row in report.per_case if row.model}
    return families.pop() if len(families) == 1 else None

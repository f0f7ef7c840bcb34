"""Who graded a bench run's answers, and how well the judges of a panel agree over all systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from pydantic import Field

from cairn_nb.decisions.reading.axes_scale import axes_scale
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.decisions.reading.systems import System, Systems
from cairn_nb.decisions.tables.metrics_summary import fallback_rate
from cairn_nb.decisions.wording.judging_warnings import agreement_warnings
from cairn_nb.metrics.estimates import cluster_labels
from cairn_nb.metrics.judge_agreement import judge_agreement
from cairn_nb.records import Estimate, Record
from cairn_nb.records.judging import JudgingSection

Value = TypeVar("Value")


class JudgeSummary(Record):
    """Who graded: the judge of each report, its rubric, and who gave the five axes.

    `prompt_versions` and what follows are of the models that graded the axes; empty or null where none did, or where
    the reports differ. `self_preference` names the systems that judges of their own family alone graded.
    """

    judges: tuple[str, ...]
    rubric_versions: tuple[str, ...]
    axes_judges: tuple[str, ...]
    judge_fallback_rate: dict[str, float] = Field(default_factory=dict)
    prompt_versions: tuple[str, ...] = ()
    panel: tuple[str, ...] = ()
    lead: str | None = None
    aggregate: str | None = None
    independent: bool | None = None
    scorers: str | None = None
    self_preference: tuple[str, ...] = ()
    agreement: dict[str, Estimate] = Field(default_factory=dict)


def judge_summary(systems: Systems) -> JudgeSummary:
    """The summary over the reports of a run."""
    notes = [system.report.notes for system in systems.systems]
    axes = {row.axes_judge for system in systems.systems for row in system.rows if row.axes_judge}
    rates = {system.name: rate for system in systems.systems if (rate := fallback_rate(system)) is not None}
    designs = [system.report.judging for system in systems.systems if system.report.judging is not None]
    panels = [design for design in designs if design.name == "panel"]
    return JudgeSummary(
        judges=tuple(sorted({str(note["judge"]) for note in notes if note.get("judge")})),
        rubric_versions=tuple(sorted({str(note["rubric_version"]) for note in notes if note.get("rubric_version")})),
        axes_judges=tuple(sorted(axes)),
        judge_fallback_rate=rates,
        prompt_versions=tuple(sorted({design.prompt_version for design in designs})),
        panel=tuple(dict.fromkeys(judge.judge for design in panels for judge in design.judges)),
        lead=_one([design.lead for design in panels]),
        aggregate=_one([design.aggregate for design in panels]),
        independent=_one([design.independent for design in panels]),
        scorers=_one([design.scorers for design in panels]),
        self_preference=tuple(system.name for system in systems.systems if _prefers(system.report.judging)),
        agreement=_agreement(systems.systems, systems.settings, designs),
    )


def summary_warnings(systems: Systems, summary: JudgeSummary) -> Iterator[str]:
    """What is to be known of the judges over all systems; what concerns one system its own report says."""
    yield from agreement_warnings(summary.agreement)
    scales = {system.name: axes_scale(system.report) for system in systems.systems}
    if len(set(scales.values()) - {frozenset()}) > 1:
        told = "; ".join(f"{name}: {', '.join(sorted(scale)) or 'none'}" for name, scale in scales.items())
        yield (
            f"the five axes were graded by different judges or prompts ({told}), so answer scores are on several scales"
        )


def _one(values: Sequence[Value | None]) -> Value | None:
    """What all say; null where they differ."""
    return values[0] if values and all(value == values[0] for value in values) else None


def _prefers(judging: JudgingSection | None) -> bool:
    return judging is not None and judging.n_self_preferred > 0


def _agreement(systems: Sequence[System], settings: Settings, designs: Sequence[JudgingSection]) -> dict[str, Estimate]:
    """Over every answer of the run; none where systems were graded by different prompts, which are different scales."""
    if len({design.prompt_version for design in designs}) != 1:
        return {}
    rows = [row for system in systems for row in system.rows]
    return judge_agreement(
        rows,
        clusters=cluster_labels(rows, settings.cluster),
        n_boot=settings.n_boot,
        seed=settings.seed,
        level=settings.level,
    )

"""What a run was made with, so that it can be made again; and the order of the sections around the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import yaml

from cairn_nb.decisions.wording.smallest_drops import LABELS, drops_of
from cairn_nb.explorer.parts.audit import label_audit
from cairn_nb.explorer.parts.disagreement import disagreement_section
from cairn_nb.explorer.parts.judge_audit import judge_audit_section
from cairn_nb.explorer.parts.recommendation import recommendation_section
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.view import FileText, Section
from cairn_nb.records import Report
from cairn_nb.records.audit import JudgeAudit
from cairn_nb.records.contrast import ContrastSets
from cairn_nb.records.recommendation import Recommendation

KEY = "reproducibility"
SAME = "same"


def sections(
    runs: Runs,
    given: Sequence[Section],
    recommendation: Recommendation | None = None,
    contrasts: ContrastSets | None = None,
    audits: Sequence[JudgeAudit] = (),
) -> tuple[Section, ...]:
    """The given sections in their order, then our own, each once.

    These are the recommendation, where systems disagree, the judge's audits, the label audit, and reproducibility.
    """
    keys = {section.key for section in given}
    chosen = None if recommendation is None else recommendation_section(recommendation)
    disagreement = None if contrasts is None else disagreement_section(runs, contrasts)
    own = (chosen, disagreement, *map(judge_audit_section, audits), label_audit(runs), reproducibility(runs))
    return (*given, *(section for section in own if section is not None and section.key not in keys))


def reproducibility(runs: Runs) -> Section:
    """Versions, digests, models, seeds and switches of each run, and its configuration as a file to copy."""
    rows = [(label, *_said_once([read(report) for report in runs.reports])) for label, read in FACTS.items()]
    rows += [(f"smallest drop to show, {LABELS[name]}", *drops) for name, drops in _drops(runs.reports).items()]
    return Section(
        key=KEY,
        title="Reproducibility",
        heads=("", *runs.names),
        rows=tuple(row for row in rows if any(row[1:])),
        files=tuple(
            FileText(name=f"{name}.yaml", text=config_text(report.config))
            for name, report in zip(runs.names, runs.reports, strict=True)
            if report.config
        ),
    )


def _drops(reports: Sequence[Report]) -> dict[str, list[str]]:
    """By measure, the smallest true drop that each run's cases would show."""
    found = [drops_of(report) for report in reports]
    return {name: [drops.get(name, "") for drops in found] for name in LABELS}


def _said_once(texts: Sequence[str]) -> Iterator[str]:
    """A text again is ``same``, so that what differs is seen."""
    for place, text in enumerate(texts):
        yield SAME if place and text and text == texts[0] else text


def config_text(config: dict[str, Any]) -> str:
    """A configuration as it can be saved and run again; paths are as the run saw them."""
    return yaml.safe_dump(config, sort_keys=False, allow_unicode=False, width=100)


def _note(name: str) -> Callable[[Report], str]:
    def read(report: Report) -> str:
        return _listed(report.notes.get(name))

    return read


def _listed(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_listed(entry)}" for key, entry in value.items() if entry is not None)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _calibration(report: Report) -> str:
    return str((report.calibration or {}).get("statement") or (report.calibration or {}).get("shortfall") or "")


def _prices(report: Report) -> str:
    """The kept table with its date and the models that it priced, then those with a price of the user's or none."""
    note = report.notes.get("prices") or {}
    table = f"{note.get('table')} (prices up to {note.get('date')})"
    sources = {table: note.get("kept"), "own": note.get("own"), "unknown": note.get("unpriced")}
    return "; ".join(f"{source}: {_listed(models)}" for source, models in sources.items() if models)


FACTS: dict[str, Callable[[Report], str]] = {
    "cairn version": lambda report: report.cairn_version,
    "run": lambda report: report.run_id or "",
    "measured": lambda report: report.created_at or "",
    "report file": lambda report: "" if report.source is None else report.source.name,
    "git commit": lambda report: report.git_commit or "",
    "config hash": lambda report: report.config_hash,
    "corpus hash": lambda report: report.corpus_hash,
    "golden set": lambda report: report.golden_version,
    "golden hash": lambda report: report.golden_hash or "",
    "split": lambda report: report.split,
    "seed of the split": lambda report: "" if report.seed is None else str(report.seed),
    "seed of the intervals": lambda report: _listed(((report.config or {}).get("stats") or {}).get("seed")),
    "models": _note("models"),
    "provider": _note("provider"),
    "judge": _note("judge"),
    "rubric": _note("rubric_version"),
    "retrieval": _note("retrieval_mode"),
    "chunker": _note("chunker"),
    "embedding": _note("embedding"),
    "prices": _prices,
    "switches": lambda report: ", ".join(f"{name}={value}" for name, value in sorted(report.switches.items())),
    "calibration": _calibration,
    "machine": _note("environment"),
    "evidence": lambda report: "" if report.evidence is None else f"{report.evidence.file} ({report.evidence.sha256})",
}

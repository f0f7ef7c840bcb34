"""The label audit: answers judged well supported although retrieval missed the labelled documents."""

from __future__ import annotations

from cairn_nb.decisions.failures.qrels_audit import AuditedSystem, audited_system
from cairn_nb.decisions.failures.types import POSSIBLE_QRELS_GAP, failure_label
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.view import Section, Sentence

KEY = "label-audit"
ABOUT = (
    "Answers judged well supported (answer score and faithfulness of at least 4) although no labelled document reached "
    "the generator: either a label is missing, or the judge was too kind. The passages to read are marked ☆."
)


def label_audit(runs: Runs) -> Section | None:
    """How many such answers each run has, with their rows; None where no run has any."""
    found = [audited_system(report) for report in runs.reports]
    sentences = tuple(_sentence(runs, run, system) for run, system in enumerate(found) if system.answers)
    return Section(key=KEY, title="Label audit", paragraphs=(ABOUT,), sentences=sentences) if sentences else None


def _sentence(runs: Runs, run: int, system: AuditedSystem) -> Sentence:
    behind = Filter(facets={runs.column("failure", run): (failure_label(POSSIBLE_QRELS_GAP),)})
    count = f"{len(system.answers)} of {system.n_compared} answers to labelled questions."
    return Sentence(text=f"{runs.names[run]}: {count}", filter=behind)

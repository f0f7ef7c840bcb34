"""The contrasts of a bench run, as its folder is to hold them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cairn_nb.decisions.contrast.asked import asked_contrast
from cairn_nb.decisions.contrast.build import contrast_sets
from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.files.pairwise import read_comparisons
from cairn_nb.records import Report
from cairn_nb.records.contrast import AskedContrast, ContrastSets, ContrastSettings

NO_VERDICTS = "there are no contrasts: evaluation.contrast takes them from verdicts, and the run has no arena"


def bench_contrasts(
    folder: Path, tables: BenchTables, placed: Sequence[Report], asked: AskedContrast | None
) -> tuple[ContrastSets | None, tuple[str, ...]]:
    """The contrasts that the experiment files or a person asked for; where there can be none, why, as a sentence.

    Parameters
    ----------
    placed
        The systems' reports as the folder holds them, their evidence beside them.

    Raises
    ------
    InputError
        If the arena's file is damaged.
    ReportError
        If evidence is damaged.
    """
    wanted = asked_contrast(placed, tables.systems.names, tables.baseline.system, asked)
    if wanted is None:
        return None, ()
    comparisons = read_comparisons(folder) if wanted.source == "verdicts" else None
    if wanted.source == "verdicts" and comparisons is None:
        return None, (NO_VERDICTS,)
    found = contrast_sets(
        placed,
        [read_evidence_of(report) for report in placed],
        settings=ContrastSettings(source=wanted.source, threshold=wanted.threshold),
        pairs=wanted.pairs,
        comparisons=comparisons,
    )
    return found, ()

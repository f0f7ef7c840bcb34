"""Runs that a person names, paired: reports with reports, bench runs system by system."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cairn_nb.api.inputs import as_report
from cairn_nb.decisions.comparing.runs import compare_runs, compare_systems
from cairn_nb.errors import InputError
from cairn_nb.files.bench_run import BenchFolder, is_bench_folder
from cairn_nb.records import Report
from cairn_nb.records.run_comparison import RunComparisons

if TYPE_CHECKING:
    from cairn_nb.api.inputs import RunLike

HINT = "give reports, or bench runs' folders, the baseline first"


def compared(baseline: RunLike, candidates: Sequence[RunLike], metrics: Sequence[str] | None) -> RunComparisons:
    """Each candidate against the baseline.

    Raises
    ------
    InputError
        If a report is to be compared with a bench run, or a place is neither.
    """
    before = _read(baseline)
    parts = [_pair(before, _read(candidate), metrics) for candidate in candidates]
    return RunComparisons(
        pairs=tuple(pair for part in parts for pair in part.pairs),
        unmatched=tuple(name for part in parts for name in part.unmatched),
    )


def _pair(
    before: Report | tuple[Report, ...], after: Report | tuple[Report, ...], metrics: Sequence[str] | None
) -> RunComparisons:
    if isinstance(before, Report) and isinstance(after, Report):
        return RunComparisons(pairs=(compare_runs(before, after, metrics),))
    if isinstance(before, Report) or isinstance(after, Report):
        raise InputError("one is a report and the other a bench run", hint=HINT)
    return compare_systems(before, after, metrics)


def _read(run: RunLike) -> Report | tuple[Report, ...]:
    if isinstance(run, str | Path):
        place = Path(run)
        if not place.is_dir():
            return as_report(place)
        if not is_bench_folder(place):
            raise InputError("is a folder, and no bench run", path=place, hint=HINT)
        return BenchFolder(place).read()
    return run if isinstance(run, Report) else tuple(map(as_report, run))

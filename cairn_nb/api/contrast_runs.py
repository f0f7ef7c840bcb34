"""The runs that a person wants contrasted: a bench run's folder, or reports by themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from cairn_nb.api.bench_again import earlier_contrast, rebuilt
from cairn_nb.api.inputs import ReportLike, as_report
from cairn_nb.api.recommendation_files import run_reports
from cairn_nb.decisions.comparing.checks import require_comparable
from cairn_nb.decisions.contrast.asked import asked_also
from cairn_nb.decisions.contrast.build import NO_ARENA, contrast_sets, known_pairs
from cairn_nb.decisions.contrast.outputs import contrast_texts
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.errors import InputError
from cairn_nb.files.atomic import write_text
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.files.evidence import read_evidence_of
from cairn_nb.files.pairwise import read_comparisons
from cairn_nb.records import Report
from cairn_nb.records.contrast import ContrastSets, ContrastSettings, NamedPair

if TYPE_CHECKING:
    from cairn_nb.api.inputs import RunLike

TWO = "give a bench run's folder and two of its systems, or two reports"
SAME_NAME = ("first", "second")


def contrasts_of(
    run: RunLike,
    pairs: Sequence[NamedPair] | None,
    *,
    source: str | None,
    threshold: float | None,
    question_ids: Collection[str] | None = None,
) -> ContrastSets:
    """The contrasts of a run; parameters as in `build_contrasts`."""
    reports, folder = run_reports(run)
    names = _names(reports)
    _require_comparable(reports)
    asked = asked_also(reports, None, (), source=source, threshold=threshold)
    return contrast_sets(
        reports,
        [read_evidence_of(report) for report in reports],
        settings=ContrastSettings(source=asked.source, threshold=asked.threshold),
        pairs=pairs,
        comparisons=None if folder is None else read_comparisons(folder),
        question_ids=question_ids,
        names=names,
    )


def contrast_folder(
    run: Path, a: str | None, b: str | None, *, source: str | None, threshold: float | None, out: Path | None
) -> ContrastSets:
    """The contrasts of a bench run, in its own files unless `out` names another folder."""
    if (a is None) != (b is None):
        raise InputError("one system alone is named", hint="name two of the run's systems, or none for every two")
    pair = None if a is None or b is None else [(a, b)]
    if out is not None:
        return _written(contrasts_of(run, pair, source=source, threshold=threshold), out)
    folder = BenchFolder(run)
    reports = folder.read()
    pairs = known_pairs([report.config_name for report in reports], pair)
    asked = asked_also(reports, earlier_contrast(folder), pairs, source=source, threshold=threshold)
    if asked.source == "verdicts" and read_comparisons(run) is None:
        raise InputError("there are no verdicts of an arena", path=run, key="source", hint=NO_ARENA)
    found = rebuilt(folder, out=None, baseline=None, contrast=asked).contrasts
    if found is None:
        raise InputError("neither of the systems could be ranked", path=run, hint="its summary lists why")
    return found if pair is None else found.only(pairs)


def contrast_reports(
    one: ReportLike,
    other: ReportLike | None,
    more: str | None,
    *,
    source: str | None,
    threshold: float | None,
    out: Path | None,
) -> ContrastSets:
    """The contrasts of two reports."""
    if isinstance(one, str | Path) and not Path(one).exists():
        raise InputError("no such folder or report", path=Path(one), hint=TWO)
    if other is None or more is not None:
        raise InputError("these are not two reports", hint=TWO)
    reports = [as_report(one), as_report(other)]
    found = contrasts_of(reports, None, source=source, threshold=threshold)
    return found if out is None else _written(found, out)


def _names(reports: Sequence[Report]) -> list[str]:
    """The configurations' names; two runs of one configuration are told apart."""
    names = [report.config_name for report in reports]
    if len(names) == 2 and names[0] == names[1]:
        return [f"{name} ({which})" for name, which in zip(names, SAME_NAME, strict=True)]
    return names


def _require_comparable(reports: Sequence[Report]) -> None:
    for one, other in combinations(reports, 2):
        require_comparable(Pair(one, other))


def _written(found: ContrastSets, out: Path) -> ContrastSets:
    for name, text in contrast_texts(found).items():
        write_text(out / name, text)
    return found

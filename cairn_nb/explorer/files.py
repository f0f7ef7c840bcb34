"""Report files to one page beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cairn_nb.errors import InputError
from cairn_nb.explorer.bench_run import is_bench_run, opened_bench
from cairn_nb.explorer.opened import opened
from cairn_nb.explorer.page.page import explorer_page
from cairn_nb.explorer.sources import report_files
from cairn_nb.files.atomic import write_text
from cairn_nb.files.bench_run import BenchFolder

BENCH_PAGE = "explorer.html"
PAGE_ENDINGS = {".html", ".htm"}
NAMED = 3


@dataclass(frozen=True)
class WrittenPage:
    """A page, the reports it shows, and what a person should hear about it."""

    path: Path
    reports: tuple[Path, ...]
    notes: tuple[str, ...]


def write_page(places: Sequence[str], *, out: Path | None = None, names: Sequence[str] | None = None) -> WrittenPage:
    """Write the page of some reports, whole or not at all.

    Parameters
    ----------
    places
        Report files, folders of them, or patterns; or the folder of one bench run, whose own names are kept.
    out
        The page's file; by default beside the first report, named after what it shows; of a bench run
        ``explorer.html`` in its folder.
    names
        What each run is called, in the order of the reports.

    Raises
    ------
    InputError
        If a place holds no report, the names do not fit, or `out` is no name of a page.
    ReportError
        If a report cannot be read.
    StorageError
        If the page cannot be written.
    """
    if out is not None and out.suffix.lower() not in PAGE_ENDINGS:
        raise InputError("is no name of a page", path=out, key="--out", hint="end it in .html")
    if len(places) == 1 and not names and is_bench_run(Path(places[0])):
        return _bench_page(Path(places[0]), out)
    files = report_files(places)
    target = _default(files) if out is None else out
    made = opened(files, names=names or None)
    write_text(target, explorer_page(_title(names or [path.stem for path in files]), made.payload))
    return WrittenPage(target, files, made.notes)


def _bench_page(folder: Path, out: Path | None) -> WrittenPage:
    made, target = opened_bench(folder), folder / BENCH_PAGE if out is None else out
    write_text(target, explorer_page(f"Bench {BenchFolder(folder).run_id}", made.payload))
    files = tuple(report.source for report in made.reports if report.source is not None)
    return WrittenPage(target, files, made.notes)


def _title(names: Sequence[str]) -> str:
    return " · ".join(names) if len(names) <= NAMED else f"{len(names)} runs"


def _default(files: Sequence[Path]) -> Path:
    stems = [path.stem for path in files]
    if len(stems) > NAMED:
        stems = [stems[0], f"and-{len(stems) - 1}-more"]
    return files[0].with_name(("compare-" if len(files) > 1 else "") + "-".join(stems) + ".html")

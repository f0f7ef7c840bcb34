"""A recommendation on disk: the reports it is made from, its policy, and its three files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cairn_nb.api.inputs import ReportLike, as_report
from cairn_nb.config.relocate import found_folder, relocated
from cairn_nb.decisions.selection.outputs import JSON, WINNER, recommendation_texts
from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.decisions.selection.winner_file import winner_yaml
from cairn_nb.errors import InputError
from cairn_nb.explorer.sources import report_files
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import storage_error, write_text
from cairn_nb.files.bench_run import BenchFolder, is_bench_folder
from cairn_nb.records import Report
from cairn_nb.records.recommendation import Recommendation
from cairn_nb.records.selection_policy import SelectionPolicy

CONFIGS = "configs"


def run_reports(run: ReportLike | Sequence[ReportLike]) -> tuple[tuple[Report, ...], Path | None]:
    """The reports that a person means, and the bench run's folder where they named one.

    Raises
    ------
    InputError
        If there is none.
    ReportError
        If one cannot be read.
    """
    if isinstance(run, str | Path) and is_bench_folder(Path(run)):
        return BenchFolder(Path(run)).read(), Path(run)
    places = [run] if isinstance(run, str | Path | Report) else run
    found: list[ReportLike] = []
    for place in places:
        found += report_files([place]) if isinstance(place, str | Path) else [place]
    if not found:
        raise InputError("there is no report to choose from", hint="give reports, or a bench run's folder")
    return tuple(map(as_report, found)), None


def recommend_into(reports: Sequence[Report], policy: SelectionPolicy, folder: Path | None) -> Recommendation:
    """Recommend, and write the files where there is a folder for them; the winner's paths are as seen from there."""
    found = recommend(reports, policy)
    if folder is None:
        return found
    placed = with_paths(found, reports, folder)
    for name, text in recommendation_texts(placed).items():
        write_text(folder / name, text)
    if placed.winner_config is None:
        remove_stale_winner(folder)
    return placed


def with_paths(found: Recommendation, reports: Sequence[Report], folder: Path) -> Recommendation:
    """The winner's file as it must be to lie in `folder`, where the configuration's documents can be found."""
    winner = next((report for report in reports if report.config_name == found.winner), None)
    if winner is None or winner.config is None:
        return found
    place = found_folder(winner.config, _places(folder, winner))
    if place is None:
        return found
    return found.changed(winner_config=winner_yaml(winner, paths=relocated(winner.config, place, folder)))


def kept_policy(folder: Path) -> SelectionPolicy | None:
    """The policy of the folder's last recommendation; None where there is none.

    Raises
    ------
    InputError
        If the file is damaged.
    """
    place = folder / JSON
    if not place.is_file():
        return None
    try:
        return SelectionPolicy.model_validate(strict_json.read(place)["policy"])
    except (KeyError, TypeError, ValueError):
        raise InputError("does not say its policy", path=place, hint="remove it, then recommend again") from None


def remove_stale_winner(folder: Path) -> None:
    """A configuration that an earlier recommendation left must not stand beside one without a winner.

    Raises
    ------
    StorageError
        If it cannot be removed.
    """
    try:
        (folder / WINNER).unlink(missing_ok=True)
    except OSError as error:
        raise storage_error(error, folder / WINNER) from error


def _places(folder: Path, report: Report) -> list[Path]:
    """Where a configuration may have lain: in or above the working directory, the run's folder or the report's."""
    starts = [Path(), *folder.resolve().parents, *(() if report.source is None else report.source.resolve().parents)]
    return [place for start in starts for place in (start / CONFIGS, start)]

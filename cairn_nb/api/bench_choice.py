"""The recommendation of a bench run, as its folder is to hold it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from cairn_nb.api.recommendation_files import kept_policy, with_paths
from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.errors import InputError
from cairn_nb.records import Report
from cairn_nb.records.recommendation import Recommendation
from cairn_nb.records.selection_policy import SelectionPolicy


def recommended(
    folder: Path, reports: Sequence[Report], checked: Collection[str] = ()
) -> tuple[Recommendation | None, tuple[str, ...]]:
    """What to deploy, its paths as seen from the folder; where nothing can be said, why, as a sentence.

    The policy is that of the recommendation which the folder holds already, else the default one. `checked` is as in
    `recommend`.

    Raises
    ------
    InputError
        If the folder's recommendation is damaged.
    """
    policy = kept_policy(folder) or SelectionPolicy()
    try:
        found = recommend(reports, policy, checked=checked)
    except InputError as problem:  # nothing measures quality, which the tables can live with
        return None, (f"there is no recommendation: {problem}",)
    return with_paths(found, reports, folder), ()

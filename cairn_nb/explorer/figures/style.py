"""How runs are told apart in one chart, without colour as well as with it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cairn_nb.explorer.figures.figure import Role

Shape = Literal["circle", "square", "triangle", "diamond"]


class RunStyle(NamedTuple):
    """A run's look."""

    role: Role
    shape: Shape
    dash: bool


ALONE = RunStyle("accent", "circle", dash=False)
BASELINE = RunStyle("neutral", "square", dash=True)


def run_style(run: int, n_runs: int) -> RunStyle:
    """Of two, the baseline is dashed and grey, the candidate solid."""
    return BASELINE if n_runs > 1 and run == 0 else ALONE

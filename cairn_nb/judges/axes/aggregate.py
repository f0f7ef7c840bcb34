"""Several judgements of one answer as one: samples of a judge, or the judges of a panel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from statistics import median
from typing import Literal

from cairn_nb.records.axis_verdict import AXES

DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Scores:
    """Five grades of 0 to 5 and two flags; a flag that the judge left out is null."""

    axes: Mapping[str, float]
    is_supported_by_context: bool | None = None
    is_hallucinated: bool | None = None

    @property
    def answer_score(self) -> float:
        """The unweighted mean of the axes."""
        return fsum(self.axes.values()) / len(AXES)


def aggregated(scores: Sequence[Scores], how: Literal["mean", "median"] = "mean") -> Scores:
    """The mean or the median of each axis; support where most say so, a hallucination where at least half do.

    Parameters
    ----------
    scores
        One or more. A flag is decided by those that set it one way or the other.
    """
    centre: Callable[[Sequence[float]], float] = median if how == "median" else _mean
    return Scores(
        axes={axis: round(centre([one.axes[axis] for one in scores]), DECIMALS) for axis in AXES},
        is_supported_by_context=_flag([one.is_supported_by_context for one in scores], at_half=False),
        is_hallucinated=_flag([one.is_hallucinated for one in scores], at_half=True),
    )


def score_variance(scores: Sequence[Scores]) -> float | None:
    """The population variance of the answer scores, in squared points; null for fewer than two."""
    if len(scores) < 2:
        return None
    values = [one.answer_score for one in scores]
    centre = _mean(values)
    return round(_mean([(value - centre) ** 2 for value in values]), DECIMALS)


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def _flag(given: Sequence[bool | None], *, at_half: bool) -> bool | None:
    said = [flag for flag in given if flag is not None]
    if not said:
        return None
    share = sum(said) / len(said)
    return share >= 0.5 if at_half else share > 0.5

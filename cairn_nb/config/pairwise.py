"""The pairwise arena: whether it follows a bench run, and which answers meet."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from cairn_nb.records.base import Record

PairSchedule: TypeAlias = Literal["all", "vs_baseline", "adaptive"]


class PairwiseConfig(Record):
    """`pairs` says who meets whom; `max_pairs_per_question` caps a question's pairs.

    For ``adaptive`` the cap is how many pairs each question gets, by default as many as there are systems.
    """

    enabled: bool = False
    pairs: PairSchedule = "all"
    max_pairs_per_question: int | None = Field(default=None, ge=1)

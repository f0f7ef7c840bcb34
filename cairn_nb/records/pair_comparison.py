"""Two answers to one question, shown to a judge twice: each of them first once."""

from __future__ import annotations

from typing import Literal, Self, TypeAlias

from pydantic import Field, model_validator

from cairn_nb.records.section import Section, Share

PairVerdict: TypeAlias = Literal["1", "2", "tie"]
Verdicts: TypeAlias = tuple[PairVerdict | None, PairVerdict | None]
FOR_FIRST = {"1": 1.0, "tie": 0.5, "2": 0.0}


class PairComparison(Section):
    """What one judge said of one pair on one question; where several judge, each has a comparison of its own.

    `verdicts` name the position that won: first with `system_a` shown as answer 1, then with `system_b` as answer 1;
    null where the judge gave none. `score` is what `system_a` won: 1 for both orders, 0.5 for two ties or one win
    each, null when an order has no verdict (`failed`). `flipped`: the same position won in both orders. `same_family`:
    the judge's model is of the family of one of the two. `reasons` are the judge's words in each order, or why it gave
    no verdict. `cost_usd` is what the calls are charged, null without a price; `spent_usd` what was paid for them.
    """

    case_id: str
    system_a: str
    system_b: str
    judge: str
    prompt_version: str = ""
    verdicts: Verdicts
    score: float | None = Share
    flipped: bool = False
    same_family: bool = False
    failed: bool = False
    reasons: tuple[str, str] = ("", "")
    cost_usd: float | None = Field(default=0.0, ge=0)
    spent_usd: float | None = Field(default=0.0, ge=0)

    @classmethod
    def of(cls, case_id: str, systems: tuple[str, str], judge: str, verdicts: Verdicts, **more: object) -> Self:
        """The comparison with what follows from its verdicts."""
        known = {"case_id": case_id, "system_a": systems[0], "system_b": systems[1], "judge": judge}
        return cls.model_validate({**known, "verdicts": verdicts, **_implied(verdicts), **more})

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        if self.system_a == self.system_b:
            raise ValueError(f"{self.system_a} cannot meet itself")
        for name, value in _implied(self.verdicts).items():
            if getattr(self, name) != value:
                raise ValueError(f"{name} must be {value} after the verdicts {self.verdicts}")
        return self

    @property
    def winner(self) -> str | None:
        """The system that won over both orders; null for a draw, or when the comparison failed."""
        if self.score is None or self.score == 0.5:
            return None
        return self.system_a if self.score > 0.5 else self.system_b

    @property
    def systems(self) -> tuple[str, str]:
        """Both, the one shown first in the first order before the other."""
        return self.system_a, self.system_b


def _implied(verdicts: Verdicts) -> dict[str, float | bool | None]:
    one, two = verdicts
    if one is None or two is None:
        return {"score": None, "flipped": False, "failed": True}
    score = (FOR_FIRST[one] + 1 - FOR_FIRST[two]) / 2
    return {"score": score, "flipped": one == two != "tie", "failed": False}

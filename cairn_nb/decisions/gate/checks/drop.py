"""How a drop of a quality metric is read: as a point, as evidence of harm, or as lack of evidence of none."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.limits import QualityTest, exceeds
from cairn_nb.decisions.wording.comparison_text import comparison_sentence, p_text
from cairn_nb.records import Comparison


@dataclass(frozen=True, kw_only=True)
class Drop:
    """One metric on both sides, the allowed drop and its flag, and the paired comparison where rows allow one."""

    check: str
    label: str
    before: float
    after: float
    allowed: float
    flag: str
    comparison: Comparison | None


def drop_finding(drop: Drop, test: QualityTest) -> Finding:
    """What the chosen test says about a drop."""
    if test == "point":
        return _point(drop)
    if drop.comparison is None:
        return _without_rows(drop, test)
    if drop.comparison.outcome == "worse":
        return _worse(drop, drop.comparison)
    if drop.comparison.outcome == "cannot_tell":
        return _cannot_tell(drop, drop.comparison, test)
    return Finding(check=drop.check, notes=_notes(drop), comparisons=_comparisons(drop))


def _point(drop: Drop) -> Finding:
    if not exceeds(drop.before - drop.after, drop.allowed):
        return Finding(check=drop.check, notes=_notes(drop), comparisons=_comparisons(drop))
    numbers = f"(baseline {drop.before:.3f}, candidate {drop.after:.3f}); the allowed drop is {drop.allowed:.3f}."
    sentence = f"{drop.label} dropped by {drop.before - drop.after:.3f} {numbers}"
    case_ids = drop.comparison.case_ids if drop.comparison else ()
    reasons = (failure(drop.check, sentence, case_ids),)
    return Finding(check=drop.check, reasons=reasons, notes=_notes(drop), comparisons=_comparisons(drop))


def _worse(drop: Drop, comparison: Comparison) -> Finding:
    difference = comparison.difference
    fall = 0.0 if difference.value is None else -difference.value
    sentence = (
        f"{drop.label} dropped by {fall:.3f} over the {difference.n} cases scored in both "
        f"(one-sided {p_text(comparison.p_regressed)}); the allowed drop is {drop.allowed:.3f}."
    )
    reasons = (failure(drop.check, sentence, comparison.case_ids),)
    return Finding(check=drop.check, reasons=reasons, notes=_notes(drop), comparisons=(comparison,))


def _cannot_tell(drop: Drop, comparison: Comparison, test: QualityTest) -> Finding:
    if test == "regressed":
        return Finding(check=drop.check, notes=_notes(drop), comparisons=(comparison,))
    return Finding(
        check=drop.check, undecided=(_unproven(drop, comparison),), notes=_notes(drop), comparisons=(comparison,)
    )


def _unproven(drop: Drop, comparison: Comparison) -> str:
    visible = comparison.smallest_visible
    if visible is None:
        way = "more questions about more documents are needed"
    elif visible > drop.allowed:
        way = f"these cases show drops from about {visible:.3f}; add cases or allow more with {drop.flag}"
    else:
        way = f"add cases or allow more with {drop.flag}"
    return f"{drop.label}: cannot tell whether it dropped by more than {drop.allowed:.3f}; {way}."


def _without_rows(drop: Drop, test: QualityTest) -> Finding:
    sentence = f"{drop.label}: cannot tell, a report carries no rows to compare case by case."
    if test == "regressed":
        return Finding(check=drop.check, notes=(sentence,))
    return Finding(check=drop.check, undecided=(sentence,))


def _notes(drop: Drop) -> tuple[str, ...]:
    return () if drop.comparison is None else (comparison_sentence(drop.comparison),)


def _comparisons(drop: Drop) -> tuple[Comparison, ...]:
    return () if drop.comparison is None else (drop.comparison,)

"""What two runs differ by in a measure: the gate's paired comparison where there is one, else the plain difference."""

from __future__ import annotations

from cairn_nb.decisions.board.marks import Mark
from cairn_nb.decisions.wording.comparison_text import OUTCOME_WORDS, p_text, signed
from cairn_nb.explorer.figures.differences import Compared
from cairn_nb.explorer.parts.decision import rows_against, rows_of
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.tables.run import DECIMALS
from cairn_nb.explorer.view import Difference, Measure
from cairn_nb.records import Comparison, GateVerdict
from cairn_nb.stats.paired.holm import holm
from cairn_nb.stats.paired.paired import TIE

UNTESTED = "not tested"
RISK = 0.05


def with_differences(
    runs: Runs, measures: tuple[Measure, ...], verdict: GateVerdict, paired: tuple[Compared, ...]
) -> tuple[Measure, ...]:
    """The measures of two runs with the difference and, where it was tested, the candidate's mark.

    What the gate tested is shown as the gate found it. The other paired measures are adjusted for their number.
    """
    gated = {comparison.metric: comparison for comparison in verdict.comparisons}
    others = [entry for entry in paired if entry.measure not in gated]
    adjusted = dict(zip((e.measure for e in others), holm([e.result.p_value for e in others]), strict=True))
    by_name = {entry.measure: entry for entry in others}
    return tuple(
        _gated(runs, measure, gated[measure.key])
        if measure.key in gated
        else _paired(runs, measure, by_name[measure.key], adjusted[measure.key])
        if measure.key in by_name
        else _plain(measure)
        for measure in measures
    )


def _paired(runs: Runs, measure: Measure, entry: Compared, p_value: float | None) -> Measure:
    result = entry.result
    risen, told = (result.diff.value or 0.0) > 0, p_value is not None and p_value <= RISK
    good = risen is (measure.better == "higher")
    mark: Mark = "" if p_value is None else "unclear" if not told else "better" if good else "worse"
    for_it, against = (result.wins, result.losses) if measure.better == "higher" else (result.losses, result.wins)
    difference = Difference(
        text=signed(result.diff),
        outcome={"": OUTCOME_WORDS["cannot_tell"], "unclear": OUTCOME_WORDS["cannot_tell"]}.get(mark, mark),
        p_value=p_text(p_value) if p_value is None else f"{p_text(p_value)}, adjusted",
        counts=_counts(for_it, result.ties, against),
        smallest_visible=_visible(result.smallest_visible),
        filter=rows_of(runs, entry.against, f"worse in {measure.label}"),
    )
    return _with(measure, difference, mark)


def _with(measure: Measure, difference: Difference, mark: Mark) -> Measure:
    before, after = measure.values
    return measure.changed(difference=difference, values=(before, after.changed(mark=mark)))


def _counts(better: int, equal: int, worse: int) -> str:
    return f"{better} better, {equal} equal, {worse} worse"


def _visible(drop: float | None) -> str:
    return "" if drop is None else f"smallest visible drop {drop:.3f}"


def _gated(runs: Runs, measure: Measure, comparison: Comparison) -> Measure:
    difference = Difference(
        text=signed(comparison.difference),
        outcome=OUTCOME_WORDS[comparison.outcome],
        p_value=p_text(comparison.p_value),
        counts=_counts(comparison.wins, comparison.ties, comparison.losses),
        smallest_visible=_visible(comparison.smallest_visible),
        filter=rows_against(runs, comparison, measure.label),
    )
    return _with(measure, difference, _mark(comparison))


def _mark(comparison: Comparison) -> Mark:
    """Worse as the gate found it; better where the paired test tells a rise from chance."""
    if comparison.outcome == "worse":
        return "worse"
    risen = (comparison.difference.value or 0.0) > 0
    is_told = comparison.p_value is not None and comparison.p_value <= 1 - comparison.difference.level + TIE
    return "better" if risen and is_told else "unclear" if comparison.p_value is not None else ""


def _plain(measure: Measure) -> Measure:
    before, after = (value.value for value in measure.values)
    if before is None or after is None:
        return measure
    written = f"{after - before:+.{DECIMALS.get(measure.key, 3)}f}"
    return measure.changed(
        difference=Difference(text=written, outcome=UNTESTED, p_value="", counts="", smallest_visible="")
    )

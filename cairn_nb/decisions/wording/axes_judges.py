"""That two reports' axes were scored by different judges, as the gate and a comparison of runs both say it."""

from __future__ import annotations

from cairn_nb.decisions.reading.axes_scale import axes_scale
from cairn_nb.records import Report


def other_axes_judges(baseline: Report, candidate: Report) -> str | None:
    """A sentence without its full stop; None where the judges are the same, or one report has no axes to compare."""
    before, after = axes_scale(baseline), axes_scale(candidate)
    if not before or not after or before == after:
        return None
    sides = f"baseline {', '.join(sorted(before))}; candidate {', '.join(sorted(after))}"
    return f"the five axes were scored by different judges ({sides}), so answer scores are on two scales"

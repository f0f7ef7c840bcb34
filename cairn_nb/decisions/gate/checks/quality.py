"""Did answers become worse, by the judge's score where both reports have one and by token F1 otherwise?

Of two rankings without answers: do they find less?
"""

from __future__ import annotations

from cairn_nb.decisions.gate.checks.drop import Drop, drop_finding
from cairn_nb.decisions.gate.comparison import primary_metric
from cairn_nb.decisions.gate.finding import Finding
from cairn_nb.decisions.reading.limits import GateLimits
from cairn_nb.decisions.reading.pair import Pair, who
from cairn_nb.decisions.reading.primary import RETRIEVAL, primary_value
from cairn_nb.records import Comparison

CHECK = "quality"


def check(pair: Pair, limits: GateLimits, comparison: Comparison | None) -> Finding:
    """Fail on a drop of the primary metric; undecided where a report measured none."""
    metric = primary_metric(pair)
    before, after = primary_value(pair.baseline, metric), primary_value(pair.candidate, metric)
    if before is None or after is None:
        silent = [name for name, value in (("baseline", before), ("candidate", after)) if value is None]
        sentence = f"{metric} cannot be compared: {who(silent)} answered no answerable case."
        return Finding(check=CHECK, undecided=(sentence,), notes=_notes(pair))
    drop = Drop(
        check=CHECK,
        label=metric,
        before=before,
        after=after,
        allowed=limits.max_quality_drop,
        flag="--max-quality-drop",
        comparison=comparison,
    )
    finding = drop_finding(drop, limits.quality_test)
    return Finding(
        check=CHECK,
        reasons=finding.reasons,
        undecided=finding.undecided,
        notes=(*_notes(pair, metric), *finding.notes),
        comparisons=finding.comparisons,
    )


def _notes(pair: Pair, metric: str = "") -> tuple[str, ...]:
    if metric in RETRIEVAL:
        return (f"both reports are rankings without answers, so {metric} is compared.",)
    silent = [name for name, report in pair.sides if report.answer.judge_score is None]
    if len(silent) != 1:
        return ()
    return (f"the {silent[0]} has no judge score, so token F1 is compared.",)

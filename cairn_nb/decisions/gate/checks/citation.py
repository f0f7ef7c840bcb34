"""Did citations stop supporting what they are cited for?"""

from __future__ import annotations

from cairn_nb.decisions.gate.checks.drop import Drop, drop_finding
from cairn_nb.decisions.gate.finding import Finding
from cairn_nb.decisions.reading.limits import GateLimits
from cairn_nb.decisions.reading.measured import citation_value
from cairn_nb.decisions.reading.pair import Pair, who
from cairn_nb.records import Comparison

CHECK = "citation"
LABEL = "citation validity"


def check(pair: Pair, limits: GateLimits, comparison: Comparison | None) -> Finding:
    """Fail on a drop of citation validity; undecided where only one report has claims.

    Where no case's validity changed there is no drop to rule out, so ``noninferior`` does not ask for proof.
    """
    before, after = citation_value(pair.baseline), citation_value(pair.candidate)
    if before is None or after is None:
        return _unmeasured(before, after)
    drop = Drop(
        check=CHECK,
        label=LABEL,
        before=before,
        after=after,
        allowed=limits.max_citation_drop,
        flag="--max-citation-drop",
        comparison=comparison,
    )
    unchanged = comparison is not None and comparison.difference.n > 0 and not comparison.wins + comparison.losses
    return drop_finding(
        drop, "regressed" if unchanged and limits.quality_test == "noninferior" else limits.quality_test
    )


def _unmeasured(before: float | None, after: float | None) -> Finding:
    silent = [name for name, value in (("baseline", before), ("candidate", after)) if value is None]
    sentence = f"{LABEL} cannot be compared: {who(silent)} made no claims."
    if len(silent) == 2:
        return Finding(check=CHECK, notes=(sentence,), gated=False)
    return Finding(check=CHECK, undecided=(sentence,))

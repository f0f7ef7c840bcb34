"""Does retrieval still find the supporting passages?"""

from __future__ import annotations

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.limits import GateLimits, exceeds
from cairn_nb.decisions.reading.measured import retrieval_values
from cairn_nb.decisions.reading.pair import CasePair, Pair
from cairn_nb.records import CaseRow

CHECK = "retrieval"
DEPTH = 10


def check(pair: Pair, limits: GateLimits) -> Finding:
    """Note drops of recall@5, recall@10 and nDCG@10; fail on one beyond `max_retrieval_drop` when that is set."""
    allowed = limits.max_retrieval_drop
    before, after = retrieval_values(pair.baseline), retrieval_values(pair.candidate)
    missing = [name for name in before if before[name] is None or after[name] is None]
    drops = [_drop(name, before[name], after[name], allowed or 0.0) for name in before]
    sentences = [drop for drop in drops if drop is not None]
    if allowed is None:
        notes = (*(f"{sentence}; not gated." for sentence in sentences), *_denominators(pair))
        return Finding(check=CHECK, notes=notes, gated=False)
    return Finding(
        check=CHECK,
        reasons=tuple(failure(CHECK, f"{text}; the allowed drop is {allowed:.3f}.", _lost(pair)) for text in sentences),
        undecided=tuple(f"{name} cannot be compared: a report has none." for name in missing),
        notes=_denominators(pair),
    )


def _drop(name: str, before: float | None, after: float | None, allowed: float) -> str | None:
    if before is None or after is None or not exceeds(before - after, allowed):
        return None
    return f"{name} dropped by {before - after:.3f} (baseline {before:.3f}, candidate {after:.3f})"


def _denominators(pair: Pair) -> tuple[str, ...]:
    before, after = pair.baseline.retrieval.n_with_support, pair.candidate.retrieval.n_with_support
    if before == after:
        return ()
    return (f"retrieval is over {before} located cases in the baseline and {after} in the candidate.",)


def _lost(pair: Pair) -> tuple[str, ...]:
    return tuple(case.case_id for case in pair.cases if _worse(case))


def _worse(case: CasePair) -> bool:
    return _rank(case.candidate) > _rank(case.baseline)


def _rank(rows: tuple[CaseRow, ...]) -> int:
    return max(min(row.retrieved_support_rank or DEPTH + 1, DEPTH + 1) for row in rows)

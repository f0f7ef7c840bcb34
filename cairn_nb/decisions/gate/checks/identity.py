"""Did both reports measure the same thing? The reference's check that nothing waives."""

from __future__ import annotations

from cairn_nb.decisions.gate.finding import Finding, failure
from cairn_nb.decisions.reading.pair import Pair, who
from cairn_nb.decisions.wording.short_hash import short_hash
from cairn_nb.records import Reason

CHECK = "identity"


def check(pair: Pair) -> Finding:
    """Fail when the corpus, the golden version, or the golden content under one version label differ."""
    baseline, candidate = pair.baseline, pair.candidate
    reasons: list[Reason] = []
    if baseline.corpus_hash != candidate.corpus_hash:
        reasons.append(
            _differs("corpus hash differs", short_hash(baseline.corpus_hash), short_hash(candidate.corpus_hash))
        )
    if baseline.golden_version != candidate.golden_version:
        reasons.append(_differs("golden set version differs", baseline.golden_version, candidate.golden_version))
    elif baseline.golden_hash and candidate.golden_hash and baseline.golden_hash != candidate.golden_hash:
        what = f"golden set content differs under the same version {baseline.golden_version}"
        reasons.append(_differs(what, short_hash(baseline.golden_hash), short_hash(candidate.golden_hash)))
    return Finding(check=CHECK, reasons=tuple(reasons), notes=_notes(pair))


def _differs(what: str, before: str, after: str) -> Reason:
    return failure(CHECK, f"{what} (baseline {before}, candidate {after}); the comparison is meaningless.")


def _notes(pair: Pair) -> tuple[str, ...]:
    silent = [name for name, report in pair.sides if not report.golden_hash]
    if not silent:
        return ()
    return (f"{who(silent)} records only a label of the golden set, not its content.",)

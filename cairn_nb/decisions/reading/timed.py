"""Which p95 counts: the latency probe's where there is one, else that of questions asked among others."""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.decisions.reading.pair import Pair, who
from cairn_nb.records import Estimate, Report


def probed_estimates(report: Report) -> dict[str, Estimate]:
    """The probe's percentiles by the catalogue's names; empty without a probe."""
    probe = report.latency_probe
    return {} if probe is None else {"latency_p50_ms": probe.p50_ms, "latency_p95_ms": probe.p95_ms}


def p95_ms(report: Report) -> float | None:
    """Milliseconds; null where nothing was timed."""
    probe = report.latency_probe
    return report.operational.latency_p95_ms if probe is None else probe.p95_ms.value


@dataclass(frozen=True)
class ComparedP95:
    """Two p95 of one kind. `source` says which: both by a probe, or both among other questions."""

    before: float | None
    after: float | None
    source: str
    note: str | None = None


def compared_p95(pair: Pair) -> ComparedP95:
    """The probes' where both reports have one, else the concurrent ones, with a note where one has a probe."""
    probes = [report.latency_probe for _, report in pair.sides]
    before, after = probes
    if before is not None and after is not None:
        counts = f"{before.p95_ms.n} questions of the baseline and {after.p95_ms.n} of the candidate"
        note = f"p95 latency is the latency probes', {counts} asked one at a time."
        return ComparedP95(before.p95_ms.value, after.p95_ms.value, "probe", note)
    concurrent = [report.operational.latency_p95_ms for _, report in pair.sides]
    with_probe = [name for (name, _), probe in zip(pair.sides, probes, strict=True) if probe is not None]
    note = f"only {who(with_probe)} has a latency probe, so p95 latency is the concurrent one on both sides."
    return ComparedP95(concurrent[0], concurrent[1], "concurrent", note if with_probe else None)

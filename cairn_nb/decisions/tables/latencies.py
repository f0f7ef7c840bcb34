"""How long one question takes: from the probe where there was one, else as measured among other questions."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Literal

from cairn_nb.decisions.reading.systems import System
from cairn_nb.metrics.measured import measure
from cairn_nb.metrics.measurements import latency
from cairn_nb.records import Estimate
from cairn_nb.records.sections import LatencyProbe
from cairn_nb.stats import quantile_estimate


@dataclass(frozen=True)
class Latency:
    """Milliseconds of answering one question without judging; `source` is None where nothing was timed."""

    mean_ms: float | None
    p50_ms: float | None
    p95_ms: Estimate
    source: Literal["probe", "concurrent"] | None


def latency_of(system: System, level: float) -> Latency:
    """The probe's, else over the answers that succeeded; p95 with its order-statistic interval."""
    probe = system.report.latency_probe
    if probe is not None:
        return _probed(probe)
    values, missing = measure(system.rows, latency)
    timed = [float(value) for value in values if value == value]
    p95 = quantile_estimate(values, 0.95, level, missing=missing)
    if not timed:
        return Latency(None, None, p95, None)
    return Latency(fsum(timed) / len(timed), quantile_estimate(timed, 0.5, level).value, p95, "concurrent")


def _probed(probe: LatencyProbe) -> Latency:
    return Latency(probe.mean_ms, probe.p50_ms.value, probe.p95_ms, "probe")

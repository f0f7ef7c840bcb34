"""Latency from the probe where there was one, and a p95 that has no upper bound before 72 measurements."""

from __future__ import annotations

from cairn_nb.records.sections import LatencyProbe
from cairn_nb.stats import quantile_estimate
from tests.decisions.tables.reports import cells, graded, named
from tests.report_factory import failed_row


def timed(times: list[float], **changes: object) -> dict[str, object]:
    rows = [graded(f"q{i}", 3.0, latency_ms=time) for i, time in enumerate(times)]
    return cells(named("a", rows, **changes))["a"]


def test_by_hand_without_a_probe() -> None:
    row = timed([100.0, 200.0, 300.0, 400.0, 500.0])
    assert row["latency_ms_mean"] == (100 + 200 + 300 + 400 + 500) / 5
    assert row["latency_ms_p50"] == 300.0
    assert row["latency_ms_p95"] == 400 + 0.8 * 100  # position 0.95 x 4 = 3.8
    assert row["latency_source"] == "concurrent"


def test_no_upper_bound_before_72_measurements() -> None:
    # 0.95^71 = 0.0262 is above 0.025, 0.95^72 = 0.0249 is not: only then is the largest value an upper bound.
    assert timed([float(i) for i in range(1, 72)])["latency_ms_p95_ci_hi"] is None
    row = timed([float(i) for i in range(1, 73)])
    assert row["latency_ms_p95_ci_hi"] == 72.0
    assert isinstance(row["latency_ms_p95_ci_lo"], float) and row["latency_ms_p95_ci_lo"] < 72 * 0.95


def test_the_probe_goes_before_what_was_measured_among_other_questions() -> None:
    asked_alone = [10.0, 12.0, 14.0]
    probe = LatencyProbe(
        latencies_ms=tuple(asked_alone),
        mean_ms=12.0,
        p50_ms=quantile_estimate(asked_alone, 0.5),
        p95_ms=quantile_estimate(asked_alone, 0.95),
    )
    row = timed([900.0, 950.0], latency_probe=probe)
    assert (row["latency_ms_mean"], row["latency_ms_p50"], row["latency_source"]) == (12.0, 12.0, "probe")
    assert row["latency_ms_p95"] == 12 + 0.9 * 2 and row["latency_ms_p95_ci_hi"] is None


def test_how_fast_a_question_failed_says_nothing() -> None:
    rows = [graded("q0", 3.0, latency_ms=100.0), failed_row("q1", latency_ms=1.0)]
    assert cells(named("a", rows))["a"]["latency_ms_mean"] == 100.0
    nothing = cells(named("a", [graded("q0", 3.0, latency_ms=None)]))["a"]
    assert (nothing["latency_ms_mean"], nothing["latency_source"], nothing["pareto_optimal"]) == (None, None, None)

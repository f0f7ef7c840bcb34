"""Latency is compared on one kind of machine only: system, architecture, Python and CPU count."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.reading.estimated import estimated
from cairn_nb.errors import ReportError
from cairn_nb.records import Report
from cairn_nb.records.sections import LatencyProbe
from cairn_nb.stats import quantile_estimate
from tests.report_factory import ENVIRONMENT, answered_rows, build_report


def slow(environment: dict[str, Any] | None) -> Report:
    return build_report(answered_rows(5, latency_ms=900), notes={"environment": environment})


FAST = build_report(answered_rows(5, latency_ms=100))


@pytest.mark.parametrize(
    ("key", "value"), [("system", "Darwin"), ("machine", "arm64"), ("python", "3.12.1"), ("cpu_count", 64)]
)
def test_another_kind_of_machine_is_reported_and_not_gated(key: str, value: Any) -> None:
    verdict = gate(FAST, slow({**ENVIRONMENT, key: value}))
    assert verdict.promote is True
    [note] = [note for note in verdict.notes if "p95" in note]
    assert note.startswith(
        "p95 latency was not gated: the baseline was measured on Linux x86_64 (Python 3.11.7, 2 CPUs)"
    )
    assert note.endswith("(baseline 100 ms, candidate 900 ms, for the record).")
    assert str(value) in note
    assert {result.check: result.outcome for result in verdict.checks}["latency"] == "not_gated"


def test_what_else_the_environment_says_does_not_matter() -> None:
    assert gate(FAST, slow({**ENVIRONMENT, "hostname": "ci-7"})).promote is False


def test_an_unknown_machine_is_gated_and_it_is_said() -> None:
    verdict = gate(FAST, slow(None))
    assert verdict.promote is False
    assert "the candidate leaves out which machine its latency was measured on." in verdict.notes


def test_no_latency_anywhere_is_a_note() -> None:
    bare = FAST.changed(operational=FAST.operational.changed(latency_p95_ms=None))
    verdict = gate(bare, bare)
    assert verdict.promote is True
    assert "p95 latency cannot be compared: each report has none." in verdict.notes


def test_a_note_of_the_wrong_type_is_named() -> None:
    with pytest.raises(ReportError, match=r"notes\.environment\.cpu_count"):
        gate(FAST, slow({**ENVIRONMENT, "cpu_count": "many"}))


def probed(report: Report, latencies_ms: list[float]) -> Report:
    p50, p95 = (quantile_estimate(latencies_ms, q) for q in (0.5, 0.95))
    mean = sum(latencies_ms) / len(latencies_ms)
    return report.changed(
        latency_probe=LatencyProbe(latencies_ms=tuple(latencies_ms), mean_ms=mean, p50_ms=p50, p95_ms=p95)
    )


def test_two_probes_are_compared_whatever_the_queue_was() -> None:
    queued = build_report(answered_rows(5, latency_ms=900), notes={"environment": ENVIRONMENT})
    verdict = gate(probed(FAST, [80.0] * 5), probed(queued, [90.0] * 5))
    # 900 ms among others against 100; alone 90 against 80, which is 12.5% and under 50 ms.
    assert verdict.promote is True
    assert verdict.deltas["latency_p95_ms_relative"] == pytest.approx(0.125)
    note = "p95 latency is the latency probes', 5 questions of the baseline and 5 of the candidate asked one at a time."
    assert note in verdict.notes
    slow_alone = gate(probed(FAST, [80.0] * 5), probed(FAST, [200.0] * 5))
    assert slow_alone.promote is False
    assert slow_alone.reasons[0].startswith("p95 latency rose by 150.0% (baseline 80 ms, candidate 200 ms)")


@pytest.mark.parametrize(("on_baseline", "who"), [(True, "the baseline"), (False, "the candidate")])
def test_one_probe_alone_is_no_comparison(on_baseline: bool, who: str) -> None:
    sides = [probed(FAST, [1.0] * 5), FAST] if on_baseline else [FAST, probed(FAST, [5000.0] * 5)]
    verdict = gate(*sides)
    assert verdict.promote is True
    assert verdict.deltas["latency_p95_ms_relative"] == 0.0
    assert f"only {who} has a latency probe, so p95 latency is the concurrent one on both sides." in verdict.notes


def test_the_budget_is_held_against_the_probe() -> None:
    budget = {"max_p95_latency_ms": 500.0}
    queued = build_report(answered_rows(5, latency_ms=900), notes={"environment": ENVIRONMENT, "budget": budget})
    assert gate(queued, queued, enforce_budget=True).promote is False
    alone = probed(queued, [100.0] * 5)
    assert gate(alone, alone, enforce_budget=True).promote is True


def test_the_probes_percentiles_are_shown_with_what_bounds_them() -> None:
    found = estimated(probed(FAST, [10.0, 20.0, 30.0, 40.0, 50.0]))
    # Linear interpolation: 40 + 0.8 * 10. The fourth of five values is below the p95 with 97.7%; nothing is above it.
    assert found["latency_p95_ms"].written(decimals=1) == "48.0 [at least 40.0]"
    assert found["latency_p50_ms"].value == 30.0
    assert (FAST.latency_source, probed(FAST, [1.0]).latency_source) == ("concurrent", "probe")

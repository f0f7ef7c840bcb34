"""Latency is compared on one kind of machine only: system, architecture, Python and CPU count."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.gate import gate
from cairn_nb.errors import ReportError
from cairn_nb.records import Report
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

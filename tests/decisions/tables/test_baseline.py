"""Which system the others are compared with, and what is said when it is another than was asked for."""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.tables.baseline import Baseline
from tests.decisions.tables.reports import scored, stats, tables


def priced(name: str, cost: float | None, **changes: Any) -> Any:
    return scored(name, [3.0], shared={"cost_usd": cost}, **changes)


def baseline(*reports: Any, **options: Any) -> Baseline:
    return tables(*reports, **options).baseline


def test_the_cheapest_by_default_and_the_first_on_a_tie() -> None:
    found = baseline(priced("dear", 0.03), priced("one", 0.1 + 0.2), priced("two", 0.3), priced("cheap", 0.02))
    assert (found.system, found.source, found.warning) == ("cheap", "the cheapest by cost per question", None)
    assert baseline(priced("one", 0.1 + 0.2), priced("two", 0.3)).system == "one"


def test_a_system_without_a_cost_is_not_the_cheapest() -> None:
    assert baseline(priced("unknown", None), priced("known", 9.0)).system == "known"
    found = baseline(priced("a", None), priced("b", None))
    assert (found.system, found.source) == ("a", "the first; no cost is known")


def test_configured_and_asked_for() -> None:
    config = stats(baseline="dear")
    reports = priced("cheap", 0.01, config=config), priced("dear", 0.03, config=config), priced("other", 0.02)
    assert (baseline(*reports).system, baseline(*reports).source) == ("dear", "stats.baseline")
    assert (baseline(*reports, baseline="other").system, baseline(*reports, baseline="other").source) == (
        "other",
        "asked for",
    )


def test_one_that_could_not_be_measured_gives_way_and_is_named() -> None:
    config = stats(baseline="gone")
    found = baseline(priced("a", 0.02, config=config), priced("b", 0.01, config=config), baseline="lost")
    assert found.system == "b"
    assert found.warning == "not among the systems, so not the baseline: lost (asked for), gone (stats.baseline)"

"""The best of each category, and those that equal it."""

from __future__ import annotations

from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.selection.categories import best_by_category
from cairn_nb.records import Report
from tests.report_factory import answered_row, build_report


def of(name: str, **points: float) -> Report:
    rows = [answered_row(category, category=category, answer_score=score) for category, score in points.items()]
    return build_report(rows, config_name=name)


def test_systems_of_one_mean_are_tied_and_a_lower_one_is_not() -> None:
    reports = [of("b", billing=4, returns=2), of("a", billing=4, returns=3), of("c", billing=3.5, returns=1)]
    found = best_by_category(Systems.of(reports, Settings()), "answer_score")
    shown = [(best.category, best.system, best.value, best.tied) for best in found]
    assert shown == [("billing", "a", 4, ("b",)), ("returns", "a", 3, ())]

"""Each caveat, and none of them where nothing calls for it."""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.records import Report
from cairn_nb.records.estimate import Estimate
from cairn_nb.records.sections import LatencyProbe
from tests.decisions.selection.systems import flat, system
from tests.report_factory import abstained_row, answered_row, build_report

CONFIG = {"name": "aa", "corpus": "c", "golden": "g"}
PROBE = LatencyProbe(
    latencies_ms=(90.0, 110.0), mean_ms=100.0, p50_ms=Estimate(value=100.0), p95_ms=Estimate(value=109.0)
)


def sound(name: str = "a", *, n: int = 30, **changes: Any) -> Report:
    return system(name, flat(4, n), **{"config": CONFIG, "latency_probe": PROBE, **changes})


def said(*reports: Report) -> tuple[str, ...]:
    return recommend(reports).caveats


def test_none_where_nothing_calls_for_one() -> None:
    assert said(sound("a"), sound("b")) == ()


def test_under_thirty_questions() -> None:
    assert said(sound(n=29)) == (
        "Only 29 questions were asked; add questions before trusting a choice between systems.",
    )


def test_a_stub_that_answers_and_a_heuristic_that_grades() -> None:
    mock = sound("a", notes={"provider": "stub"}, row={"axes_judge": "heuristic"})
    both = said(mock, sound("b"))
    assert both[0].startswith("The answers of a are the offline stub's")
    assert "No judge scored the five axes of every system, so quality is a plainer measure." in both
    other = sound("b", notes={"provider": "stub"}, row={"axes_judge": "heuristic"})
    assert said(mock, other)[0].startswith("The answers of every system are the offline stub's")
    assert said(mock, other)[1].startswith("The answer scores of every system are the heuristic judge's")


def test_costs_that_are_not_known() -> None:
    assert said(sound("a", cost=None), sound("b")) == (
        "The cost of a is not known and counts as the highest; give prices for every model.",
    )


def test_times_measured_among_many_questions() -> None:
    assert said(sound("a", latency_probe=None), sound("b")) == (
        "The times of a were measured with many questions at once and include waiting.",
    )


def test_times_that_are_not_known() -> None:
    untimed = sound("a", latency_probe=None, latency=None)
    assert said(untimed, sound("b")) == ("The latency of a was not measured and counts as the highest.",)


def test_a_winner_without_a_configuration_has_no_file() -> None:
    found = recommend([sound(config=None)])
    assert found.winner_config is None
    assert found.caveats == ("There is no winner.yaml: the report of a does not carry its configuration.",)


def test_a_quality_that_is_not_the_answer_score() -> None:
    report = sound()
    rows = [row.changed(answer_score=None, axes={}) for row in report.per_case]
    plain = report.changed(per_case=rows, answer=report.answer.changed(answer_score=None))
    assert "Not every system has an answer score, so quality is a plainer measure." in said(plain)


def test_a_measure_of_given_answers_alone_names_who_refused_answerable_questions() -> None:
    rows = [answered_row(f"c{i:02d}") for i in range(30)]
    shy = [row.changed(refused=True) if place < 2 else row for place, row in enumerate(rows)]
    shy[2] = abstained_row("c02")
    reports = [build_report(rows, config_name="a"), build_report(shy, config_name="b")]
    found = [text for text in said(*reports) if "refused" in text]
    assert len(found) == 1 and "leaves out answerable questions that a system refused (b 3), so it favours" in found[0]

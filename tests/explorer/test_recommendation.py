"""What the explorer shows of a recommendation: words, table, the winner's file, and marks in the charts."""

from __future__ import annotations

import gzip
import json
from typing import Any

from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.explorer.figures.build import figures_of
from cairn_nb.explorer.figures.figure import Figure, Point
from cairn_nb.explorer.opened import opened
from cairn_nb.explorer.parts.recommendation import recommendation_section
from cairn_nb.explorer.runs import runs_of
from cairn_nb.records import Report
from cairn_nb.records.recommendation import Recommendation
from cairn_nb.records.selection_policy import SelectionPolicy
from tests.decisions.selection.systems import flat, noisy, system

CONFIG = {"name": "small", "corpus": "../docs", "golden": "../q.jsonl"}


def systems() -> list[Report]:
    return [
        system("large", noisy(4, by=0.3), cost=0.02, latency=900, config=CONFIG),
        system("small", flat(4), cost=0.004, latency=300, config=CONFIG),
        system("words", flat(2), cost=0.001, latency=100, config=CONFIG),
        system("poor", flat(1), cost=0.03, latency=950, config=CONFIG),
        system("agent", flat(5), cost=0.09, latency=6000, config=CONFIG),
    ]


def chosen(limit: float = 0.05) -> Recommendation:
    return recommend(systems(), SelectionPolicy.model_validate({"constraints": {"max_cost_per_question": limit}}))


def view(**options: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(opened(systems(), **options).payload.index))
    return found


def sections(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {section["key"]: section for section in found["sections"]}


def points(figure: Figure, name: str) -> list[Point]:
    return [point for mark in figure.marks if mark.name == name for point in mark.points]


def test_the_system_its_ties_the_reasons_and_limits_broken() -> None:
    section = recommendation_section(chosen())
    assert section.paragraphs[0] == "Deploy small. Tied with it: large. Limits: max_cost_per_question 0.05."
    assert section.paragraphs[1 : 1 + len(chosen().rationale)] == chosen().rationale
    assert all(text.startswith("Take care: ") for text in section.paragraphs[1 + len(chosen().rationale) :])
    assert [row[:3] for row in section.rows] == [
        ("1", "small", "recommended"),
        ("2", "large", "tied with it"),
        ("3", "words", ""),
        ("4", "poor", ""),
        ("", "agent", "excluded"),
    ]
    assert {len(row) for row in section.rows} == {len(section.heads)}
    assert section.rows[-1][-1] == "cost per question 0.09 USD is 0.04 USD (80%) above the limit of 0.05 USD"


def test_the_winners_file_can_be_copied() -> None:
    [file] = recommendation_section(chosen()).files
    assert file.name == "winner.yaml" and "name: small" in file.text


def test_without_a_winner_it_says_so_and_has_no_file() -> None:
    section = recommendation_section(chosen(limit=0.0001))
    assert section.paragraphs[0] == "No system meets every limit. Limits: max_cost_per_question 0.0001."
    assert section.files == () and {row[2] for row in section.rows} == {"excluded"}


def test_many_runs_show_the_default_choice_and_one_that_is_given_instead() -> None:
    assert sections(view())["recommendation"]["paragraphs"][0] == "Deploy agent."
    given = sections(view(recommendation=chosen()))["recommendation"]
    assert given["paragraphs"][0].startswith("Deploy small.")


def test_one_run_has_none() -> None:
    assert "recommendation" not in sections(json.loads(gzip.decompress(opened(systems()[:1]).payload.index)))


def test_runs_without_a_quality_have_none_and_say_why() -> None:
    reports = [report.changed(complete=False) if i else report for i, report in enumerate(systems())]
    found = opened(reports)
    assert "recommendation" in sections(json.loads(gzip.decompress(found.payload.index)))
    nothing = [report.changed(config_name="same") for report in systems()]
    assert [note.split(":")[0] for note in opened(nothing, names=list("abcde")).notes] == ["there is no leaderboard"]


def test_the_charts_mark_the_choice_and_its_ties() -> None:
    found = {figure.key: figure for figure in figures_of(runs_of(systems(), None), chosen=chosen())}
    for key in ("quality_cost", "quality_latency"):
        marks = {
            mark.name: [point.label for point in mark.points] for mark in found[key].marks if mark.name != "frontier"
        }
        assert marks == {
            "recommended": ["small"],
            "tied with it": ["large"],
            "on the frontier": ["words", "agent"],
            "beaten in both": ["poor"],
        }
    assert [point.x for point in points(found["quality_cost"], "recommended")] == [0.004]
    assert found["quality_cost"].y.label.startswith("answer score")


def test_a_marks_area_grows_with_the_time_where_cost_is_the_axis() -> None:
    """6,000 ms is the largest, an area of 3; a twentieth of it would be 0.15 and is drawn at 0.7."""
    found = {figure.key: figure for figure in figures_of(runs_of(systems(), None), chosen=chosen())}
    sizes = {point.label: point.size for mark in found["quality_cost"].marks for point in mark.points if point.label}
    assert sizes == {"small": 0.7, "large": 0.7, "words": 0.7, "agent": 3.0, "poor": 0.7}
    assert {point.size for mark in found["quality_latency"].marks for point in mark.points} == {None}


def test_without_a_choice_none_is_marked() -> None:
    for figure in figures_of(runs_of(systems(), None)):
        assert not {"recommended", "tied with it"} & {mark.name for mark in figure.marks}

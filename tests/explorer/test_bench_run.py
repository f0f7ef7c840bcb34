"""A bench run's folder in real Chromium: its arena, contrasts, recommendation and judge audit stand on the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.errors import InputError
from cairn_nb.explorer.bench_run import is_bench_run, opened_bench
from cairn_nb.explorer.files import write_page
from cairn_nb.explorer.opened import opened
from cairn_nb.files.labels import write_labels
from cairn_nb.files.reports import write_report
from tests.decisions.audit.judged import graded, label
from tests.explorer.axe import faint, violations
from tests.explorer.shown import cases_shown, focused, opened_case, ready, titles
from tests.explorer.views import unpacked
from tests.report_factory import build_report

# Right or wrong on twelve questions: b misses three that a has right, c misses all but the first.
RIGHT = {"a": [True] * 12, "b": [False] * 3 + [True] * 9, "c": [True] + [False] * 11}
OVER_ITS_NEIGHBOUR = """() => [...document.querySelectorAll(".cx-table :is(th, td)")]
  .filter(cell => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)"""
ADDED = ["Pairwise arena", "Where systems disagree", "Judge audit"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished bench run that had an arena, was contrasted, and whose judge was audited."""
    folder = tmp_path_factory.mktemp("bench")
    reports = [graded(name, right, run_id=f"run-{name}").changed(complete=True) for name, right in RIGHT.items()]
    for report in reports:
        write_report(report, folder / f"{report.config_name}.json")
    made = cairn.report(*(folder / f"{name}.json" for name in RIGHT), out=folder / "run")
    assert made.folder is not None
    cairn.arena(made.folder)
    cairn.contrast(made.folder, threshold=4)
    write_labels(folder / "labels.jsonl", [label(reports[0], i, "right" if i < 8 else "wrong") for i in range(12)])
    cairn.audit(made.folder, labels=folder / "labels.jsonl")
    return made.folder


@pytest.fixture(scope="module")
def page(run: Path) -> Path:
    return write_page([str(run)]).path


def test_the_page_lies_in_the_folder_and_names_the_reports(run: Path, page: Path) -> None:
    assert page == run / "explorer.html"
    assert [path.parent for path in write_page([str(run)]).reports] == [run / "reports"] * 3


def test_in_python_the_folder_is_the_same_explorer(run: Path) -> None:
    assert cairn.explore(run).index == opened_bench(run).payload.index


def test_a_folder_without_a_summary_is_read_as_reports(run: Path, tmp_path: Path) -> None:
    """A project's folder has reports/ too."""
    (tmp_path / "reports").mkdir()
    assert is_bench_run(run) and not is_bench_run(tmp_path)


def test_many_reports_have_a_bench_runs_tables_also_without_a_folder(run: Path) -> None:
    tables = cairn.read_bench(run).tables
    files = [run / "reports" / f"{name}.json" for name in RIGHT]
    for made in (opened_bench(run), opened(files), opened(files, board=tables.board)):
        found = {section["key"]: section for section in unpacked(made.payload.index)["sections"]}
        for key, table in (
            ("summary", cairn.tables.metrics(tables)),
            ("front", cairn.tables.pareto(tables)),
            ("significance", cairn.tables.significance(tables)),
        ):
            assert found[key]["heads"] == list(table.heads) and found[key]["paragraphs"] == [table.caption]
            assert found[key]["rows"] == [list(row) for row in table.rows]
        assert "trials" not in found


def test_repeated_questions_are_a_part_of_many_runs_and_of_two_no_table_is() -> None:
    once = [graded(name, right) for name, right in RIGHT.items()]
    reports = [
        build_report(
            [row.changed(trial=trial) for row in report.per_case for trial in (0, 1)], config_name=report.config_name
        )
        for report in once
    ]
    found = unpacked(opened(reports).payload.index)["sections"]
    [trials] = [section for section in found if section["key"] == "trials"]
    assert [row[0] for row in trials["rows"]] == [*RIGHT] and "pass@2" in trials["heads"]
    two = unpacked(opened(reports[:2]).payload.index)["sections"]
    assert not {"summary", "front", "significance", "trials"} & {section["key"] for section in two}


@pytest.mark.parametrize("name", ["pairwise.jsonl", "contrasts.jsonl", "contrast_summary.json", "recommendation.json"])
def test_a_damaged_file_of_the_folder_is_named(run: Path, name: str) -> None:
    whole = (run / name).read_bytes()
    try:
        (run / name).write_text('{"a": 1}\n', encoding="utf-8")
        with pytest.raises(InputError, match=name):
            opened_bench(run)
    finally:
        (run / name).write_bytes(whole)


@pytest.mark.browser
def test_every_part_that_the_folder_holds_is_a_section(context: Any, page: Path) -> None:
    watched = ready(context, page)
    shown = titles(watched)
    assert [title for title in shown if title in ADDED] == ADDED
    assert {"Recommendation", "Leaderboard", "Cases", "Reproducibility"} <= set(shown)
    watched.assert_quiet()


@pytest.mark.browser
def test_the_arena_is_a_table_with_each_systems_points_against_the_others(context: Any, page: Path) -> None:
    """a beats b on three questions and draws nine: (3 + 9 / 2) / 12 of the points."""
    watched = ready(context, page)
    rows = watched.page.locator("[data-section=arena] tbody tr").all_inner_texts()
    assert [row.split("\t")[1] for row in rows] == ["a", "b", "c"]
    heads = watched.page.locator("[data-section=arena] thead th").all_inner_texts()
    against = rows[0].split("\t")[1 + heads.index("against b")]
    assert against.startswith(f"{(3 + 9 / 2) / 12:.2f} [")
    watched.assert_quiet()


@pytest.mark.browser
def test_a_sentence_on_a_disagreement_opens_its_questions_and_keys_go_through_them(context: Any, page: Path) -> None:
    watched = ready(context, page)
    part = watched.page.locator("[data-section=disagreement]")
    pairs = part.locator("summary")
    assert [text.split(":")[0] for text in pairs.all_inner_texts()] == ["a and b", "a and c", "b and c"]
    assert part.locator("li:visible").count() == 0, "of several pairs the counts alone"
    pairs.first.click()
    part.locator(".cx-link:visible").first.click()
    assert 0 < cases_shown(watched) < 12
    watched.page.keyboard.press("Enter")
    assert opened_case(watched) is not None
    watched.page.keyboard.press("Escape")
    assert opened_case(watched) is None and "cx-grid" in focused(watched)
    watched.assert_quiet()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 320])
def test_it_is_accessible_and_not_wider_than_the_window(context: Any, page: Path, scheme: str, width: int) -> None:
    watched = ready(context, page)
    watched.page.set_viewport_size({"width": width, "height": 800})
    watched.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    assert violations(watched.page) == [] and faint(watched.page) == []
    assert watched.page.evaluate("document.documentElement.scrollWidth") == width
    watched.assert_quiet()
    watched.page.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 320])
def test_a_hash_breaks_instead_of_lying_over_the_cell_beside_it(context: Any, page: Path, width: int) -> None:
    watched = ready(context, page)
    watched.page.set_viewport_size({"width": width, "height": 800})
    assert watched.page.locator("[data-section=reproducibility] td", has_text=re.compile("^[0-9a-f]{64}$")).count()
    # JupyterLab's page breaks no word, so the explorer may not take it from the page around it.
    watched.page.evaluate("document.body.style.overflowWrap = 'normal'")
    assert watched.page.evaluate(OVER_ITS_NEIGHBOUR) == []
    watched.page.close()


@pytest.mark.browser
def test_a_link_to_a_section_leaves_its_title_below_links_of_several_lines(context: Any, page: Path) -> None:
    watched = ready(context, page)
    watched.page.set_viewport_size({"width": 900, "height": 700})
    links = watched.page.locator(".cx-nav")
    links.get_by_role("link", name="Where systems disagree").click()
    title = watched.page.locator('[data-section="disagreement"] .cx-title').bounding_box()
    lines = links.bounding_box()
    assert lines["height"] > 50 and lines["y"] == 0
    assert 0 < title["y"] - (lines["y"] + lines["height"]) < 40

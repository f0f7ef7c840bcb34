"""Banner, numbers, verdict, leaderboard and prose as they are drawn, each led to its rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.payload import Payload, compressed
from tests.browser import Watched
from tests.explorer import views
from tests.explorer.furnished import decision, furnished, written
from tests.explorer.shown import cases_shown, ready

pytestmark = pytest.mark.browser


def line(watched: Watched, table: str, name: str) -> Any:
    """The line of a table whose first cell begins with this name."""
    rows = watched.page.get_by_role("group", name=table).locator("tbody tr")
    return rows.filter(has=watched.page.locator("th", has_text=name)).first


def changed(mode: str, **parts: Any) -> Payload:
    """The furnished view with some of its parts replaced."""
    packed = furnished(mode)
    return packed.changed(index=compressed({**views.unpacked(packed.index), **parts}))


def test_the_banner_says_stub_and_what_was_asked_and_the_loud_warning_first(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    assert "Stub" in watched.page.inner_text(".cx-badge")
    assert "60 (eval split)" in watched.page.inner_text(".cx-facts")
    warnings = watched.page.locator(".cx-warning")
    assert ["cx-loud" in (warnings.nth(i).get_attribute("class") or "") for i in range(2)] == [True, False]
    assert "hybrid is incomplete" in warnings.first.inner_text()
    watched.assert_quiet()


@pytest.mark.parametrize(
    ("kind", "word"),
    [("live", "Live"), ("mixed", "Stub and live"), ("unknown", "Origin unknown"), ("offline", "Graded offline")],
)
def test_the_badge_is_a_word(context: Any, tmp_path: Path, kind: str, word: str) -> None:
    banner = {"kind": kind, "facts": [], "warnings": []}
    watched = ready(context, written(tmp_path, "one", changed("one", banner=banner)))
    assert word in watched.page.inner_text(".cx-badge")
    assert watched.page.locator(".cx-warnings").count() == 0
    watched.assert_quiet()


def test_a_number_is_written_with_interval_n_and_what_is_missing_and_why(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    view = views.view("one")
    [judge] = [measure["values"][0] for measure in view["measures"] if measure["key"] == "judge_score"]
    shown = line(watched, "Numbers", "judge score").inner_text()
    assert judge["text"] in shown
    assert str(judge["n"]) in shown
    assert "18 abstained, 1 error" in shown
    watched.assert_quiet()


def test_the_threshold_and_its_source_come_before_the_numbers(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    said = watched.page.locator(".cx-threshold")
    assert said.inner_text().startswith("threshold 0.500, calibrated; wrong answers allowed: 35.0% (alpha)")
    assert said.bounding_box()["y"] < watched.page.locator(".cx-table").first.bounding_box()["y"]
    near = [i for i, value in enumerate(views.view("one")["rows"][0]["margin"]) if value and -0.05 <= value <= 0.05]
    said.get_by_role("button").click()
    assert cases_shown(watched) == len(near) > 0
    watched.assert_quiet()


def test_a_threshold_without_calibration_promises_nothing(context: Any, tmp_path: Path) -> None:
    [run] = views.view("one")["runs"]
    bare = changed("one", runs=[{**run, "threshold": None, "threshold_source": "config"}])
    watched = ready(context, written(tmp_path, "one", bare))
    said = " ".join(watched.page.inner_text(".cx-threshold").split())
    assert said == "no threshold, config; wrong answers allowed: 35.0% (alpha) ! it carries no guarantee"
    watched.assert_quiet()


def test_an_interval_that_is_not_to_be_trusted_says_so(context: Any, tmp_path: Path) -> None:
    first, *others = views.view("one")["measures"]
    value = {**first["values"][0], "warning": "only 8 clusters: the interval is too narrow"}
    doubtful = changed("one", measures=[{**first, "values": [value]}, *others])
    watched = ready(context, written(tmp_path, "one", doubtful))
    assert "! only 8 clusters: the interval is too narrow" in line(watched, "Numbers", first["label"]).inner_text()
    assert watched.page.locator(".cx-distrust").count() == 1
    watched.assert_quiet()


def test_a_definition_opens_and_closes_by_its_button(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    ask = watched.page.get_by_role("button", name="What is MRR?")
    shown = line(watched, "Numbers", "MRR").locator(".cx-help")
    assert shown.is_hidden()
    ask.focus()
    watched.page.keyboard.press("Enter")
    assert shown.is_visible()
    assert shown.inner_text().startswith("1 / rank of the supporting chunk")
    ask.click()
    assert shown.is_hidden()
    assert ask.get_attribute("aria-expanded") == "false"
    watched.assert_quiet()


def test_whiskers_stand_where_their_numbers_are(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    [rate] = [m["values"][0] for m in views.view("one")["measures"] if m["key"] == "answer_rate"]
    dot = line(watched, "Numbers", "answer rate").locator(".cx-dot")
    # One run's shares are drawn from 0 to 1 over 86 of 96 pixels, 5 left free at either end.
    assert float(dot.get_attribute("cx")) == pytest.approx(5 + 86 * rate["value"], abs=0.06)


def test_the_line_of_a_measure_with_a_limit_ends_at_the_limit(context: Any, tmp_path: Path) -> None:
    first, *others = views.view("one")["measures"]
    points = {**first, "most": 5, "values": [{**first["values"][0], "value": 2.0, "low": 1.0, "high": 3.0}]}
    free = {**points, "key": "other", "label": "other", "most": None}
    watched = ready(context, written(tmp_path, "one", changed("one", measures=[points, free, *others])))
    dots = [line(watched, "Numbers", name).locator(".cx-dot") for name in (first["label"], "other")]
    drawn = [float(dot.get_attribute("cx")) for dot in dots]
    assert drawn == pytest.approx([5 + 86 * 2 / 5, 5 + 86 * 2 / 3], abs=0.06)
    watched.assert_quiet()


def test_two_runs_show_both_values_and_the_paired_difference(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "two.html")
    shown = line(watched, "Numbers", "judge score").inner_text()
    for text in ("0.729 [0.483, 0.874]", "-0.041 [-0.078, -0.004]", "worse", "p = 0.03", "53 equal", "would show"):
        assert text in shown
    assert line(watched, "Numbers", "judge score").locator(".cx-dot").count() == 2
    watched.assert_quiet()


@pytest.mark.parametrize(("promote", "sign"), [(True, "✓"), (False, "✗"), (None, "?")])
def test_the_verdict_is_a_sign_and_a_word(context: Any, tmp_path: Path, promote: bool | None, sign: str) -> None:
    made = decision(promote).model_dump()
    watched = ready(context, written(tmp_path, "two", changed("two", decision=made)))
    word = {True: "Promote", False: "Roll back", None: "No verdict"}[promote]
    assert watched.page.inner_text(".cx-word") == f"{sign} {word} hybrid against default on judge score"
    assert "promised 20%" not in watched.page.inner_text(".cx-verdict")
    watched.page.get_by_text("Notes (1)").click()
    said = watched.page.inner_text(".cx-verdict")
    places = [
        said.index(text) for text in ("judge's score fell", "Cannot tell", "p95 latency", "Notes", "promised 20%")
    ]
    assert places == sorted(places)
    watched.assert_quiet()


def test_a_change_without_rows_cannot_be_pressed_and_regressions_come_first(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "two.html")
    chips = watched.page.get_by_role("group", name="What changed").get_by_role("button")
    assert chips.all_inner_texts() == ["▼ became wrong 2", "▼ slower 1", "▼ citation lost 0", "▲ became right 3"]
    assert chips.nth(2).is_disabled()


def test_the_leaderboard_marks_and_shades_and_never_writes_nothing_as_zero(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "many.html")
    assert line(watched, "Leaderboard", "hybrid").inner_text().count("≈") == 6
    last = line(watched, "Leaderboard", "bm25")
    assert last.locator("td").nth(2).inner_text() == "—"
    assert last.inner_text().count("▼") == 5
    assert last.locator("td .cx-hidden").first.inner_text().strip() == "worse"
    assert line(watched, "Leaderboard", "default").locator(".cx-best").count() == 6
    assert watched.page.locator(".cx-best").count() == 6
    notes = watched.page.inner_text(".cx-notes")
    assert "colbert: skipped: other corpus" in notes
    assert "Holm-adjusted" in notes
    watched.assert_quiet()


def test_more_measures_are_chosen_below_the_leaderboard(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "many.html")
    heads = watched.page.get_by_role("group", name="Leaderboard").locator("thead th")
    assert heads.count() == 8
    watched.page.get_by_text("More measures").click()
    watched.page.get_by_role("checkbox", name="measure 7").check()
    watched.page.get_by_role("checkbox", name="measure 2").uncheck()
    assert [text.removesuffix("?").strip() for text in heads.all_inner_texts()][-2:] == ["measure 5", "measure 7"]
    watched.assert_quiet()


def test_a_file_is_saved_and_copied_as_it_is(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    with watched.page.expect_download() as download:
        watched.page.get_by_role("button", name="Save winner.yaml").click()
    assert download.value.suggested_filename == "winner.yaml"
    assert Path(download.value.path()).read_text(encoding="utf-8") == "retrieval:\n  mode: hybrid\n  k: 8\n"
    watched.page.get_by_role("button", name="Copy winner.yaml").click()
    watched.page.get_by_text("winner.yaml copied").wait_for(state="attached")
    watched.assert_quiet()


def test_a_part_without_data_is_left_out(context: Any, tmp_path: Path) -> None:
    bare = changed("one", sections=[], measures=[], figures=[], banner={"kind": "live", "facts": [], "warnings": []})
    watched = ready(context, written(tmp_path, "one", bare))
    assert watched.page.locator(".cx-section > .cx-title").all_inner_texts() == ["Cases"]
    watched.assert_quiet()

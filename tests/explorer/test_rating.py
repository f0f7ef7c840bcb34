"""Ratings by mouse and keys, kept by the browser, and the labels file that the page and Python write alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.rows.labels import labels_of
from cairn_nb.files.labels import read_labels, write_labels
from cairn_nb.records import Report
from cairn_nb.records.label import answer_digest
from tests.browser import Watched, browser
from tests.explorer.detail_page import opened_panel, select, write_page
from tests.report_factory import answered_row, build_report

pytestmark = pytest.mark.browser

TIME = "2026-01-31T12:00:00.000Z"
NOTE = 'naïve 🚲 "quoted" \\ \t\x7f\u2028 </script>'
ANSWERS = ("plain", "naïve 🚲 数\u202e", "", 'a "quote" \\ and\ttabs', "half \ud800 a pair", "x" * 5000)


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright, viewport={"width": 1300, "height": 900}) as opened:
        yield opened


def reports(*names: str, run_id: str = "r") -> list[Report]:
    rows = [answered_row(f"c{i}", answer_text=text) for i, text in enumerate(ANSWERS)]
    rows.append(answered_row("c0", trial=1, answer_text="another trial"))
    return [build_report(rows, config_name=name, run_id=f"{run_id}-{name}") for name in names]


def panel(
    context: Any, path: Path, found: list[Report], *, ratings: Any = None, kept: bool = False, selected: str = "c0",
    **options: Any,
) -> Watched:  # fmt: skip
    mode = "one" if len(found) == 1 else "two"
    state = {"selected": selected, "ratings": ratings or {}}
    return opened_panel(context, write_page(path, pack(found, **options), state=state, mode=mode, kept=kept))


def ratings(watched: Watched) -> Any:
    return watched.page.evaluate("view.get('ratings')")


def pressed(watched: Watched) -> list[str]:
    found = watched.page.locator('.cx-rate[aria-pressed="true"]').all_inner_texts()
    return [text.split()[1] for text in found]


def test_an_answer_is_rated_by_mouse_and_the_rating_cleared(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path / "a.html", reports("a"))
    note = watched.page.get_by_label("Note on the answer of a")
    assert note.is_disabled() and pressed(watched) == []
    watched.page.get_by_role("button", name="✗ wrong").click()
    note.fill(NOTE)
    rating = ratings(watched)["a"]["c0"]
    assert (rating["verdict"], rating["note"]) == ("wrong", NOTE)
    watched.page.get_by_role("button", name="? unsure").click()
    assert ratings(watched)["a"]["c0"]["note"] == NOTE, "another verdict keeps the note"
    assert pressed(watched) == ["unsure"]
    watched.page.get_by_role("button", name="clear").click()
    assert ratings(watched) == {"a": {}} and note.input_value() == "" and pressed(watched) == []
    watched.assert_quiet()


def test_an_answer_is_rated_by_keys_where_the_panel_has_the_focus(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path / "a.html", reports("a"))
    watched.page.focus(".cx-detail")
    keys = watched.page.keyboard
    for key, verdict in (("r", "right"), ("w", "wrong"), ("u", "unsure")):
        keys.press(key)
        assert pressed(watched) == [verdict]
    keys.press("Control+r")
    keys.press("n")
    keys.type("run, wrong")
    assert pressed(watched) == ["unsure"], "what is typed in the note rates nothing"
    assert ratings(watched)["a"]["c0"]["note"] == "run, wrong"
    watched.page.focus(".cx-detail")
    keys.press("c")
    assert ratings(watched) == {"a": {}}


def test_of_two_answers_shift_rates_the_left_one(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path / "a.html", reports("a", "b"))
    watched.page.focus(".cx-detail")
    watched.page.keyboard.press("r")
    watched.page.keyboard.press("Shift+W")
    found = ratings(watched)
    assert (found["a"]["c0"]["verdict"], found["b"]["c0"]["verdict"]) == ("wrong", "right")
    shown = watched.page.locator(".cx-rate").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-keyshortcuts'))"
    )
    assert shown == ["Shift+r", "Shift+w", "Shift+u", "r", "w", "u"]
    watched.assert_quiet()


def test_a_rating_that_the_host_sets_is_shown(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path / "a.html", reports("a"))
    watched.page.evaluate("view.put({ ratings: { a: { c0: { verdict: 'right', note: 'from elsewhere' } } } })")
    assert pressed(watched) == ["right"]
    assert watched.page.get_by_label("Note on the answer of a").input_value() == "from elsewhere"
    assert watched.page.get_by_role("button", name="Ratings").inner_text() == "Ratings: 1"


def test_ratings_outlive_a_reload_and_belong_to_their_run(context: Any, tmp_path: Path) -> None:
    path = tmp_path / "kept.html"
    watched = panel(context, path, reports("a", "b", run_id="kept"), kept=True)
    watched.page.focus(".cx-detail")
    watched.page.keyboard.press("w")
    assert "kept in this browser" in watched.page.locator(".cx-rating").nth(1).inner_text()
    watched.page.reload()
    watched.page.wait_for_selector(".cx-rate")
    assert pressed(watched) == ["wrong"]
    alone = panel(context, tmp_path / "alone.html", reports("b", run_id="kept"), kept=True)
    assert pressed(alone) == ["wrong"], "the same run in another page"
    other = panel(context, tmp_path / "other.html", reports("b", run_id="other"), kept=True)
    assert pressed(other) == []
    watched.assert_quiet()


def test_two_runs_of_one_id_and_time_keep_a_rating_each(context: Any, tmp_path: Path) -> None:
    twins = [report.changed(run_id="twin", config_name="same") for report in reports("a", "b")]
    path = tmp_path / "twins.html"
    watched = panel(context, path, twins, kept=True)
    watched.page.focus(".cx-detail")
    watched.page.keyboard.press("w")
    watched.page.keyboard.press("Shift+R")
    watched.page.reload()
    watched.page.wait_for_selector(".cx-rate")
    assert pressed(watched) == ["right", "wrong"]
    watched.assert_quiet()


def test_a_browser_that_keeps_nothing_is_told_of(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path / "a.html", reports("a", run_id="refused"), kept=True)
    refuse = "() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    watched.page.evaluate(refuse)
    watched.page.focus(".cx-detail")
    watched.page.keyboard.press("r")
    said = watched.page.inner_text(".cx-rating")
    assert "export the labels before you close the page (QuotaExceededError)" in said
    assert pressed(watched) == ["right"]
    watched.assert_quiet()


def export(watched: Watched) -> bytes:
    watched.page.get_by_role("button", name="Ratings").click()
    with watched.page.expect_download() as download:
        watched.page.get_by_role("button", name="Export labels").click()
    assert download.value.suggested_filename.endswith(".labels.jsonl")
    data: bytes = Path(download.value.path()).read_bytes()
    return data


@pytest.mark.parametrize("names", [("a",), ("a", "b")])
def test_the_page_and_python_write_the_same_bytes(context: Any, tmp_path: Path, names: tuple[str, ...]) -> None:
    found = reports(*names)
    watched = panel(context, tmp_path / "a.html", found)
    ids = watched.page.evaluate("view.ids")
    assert len(ids) == len(ANSWERS) + 1
    for row_id in reversed(ids):
        select(watched, row_id)
        watched.page.focus(".cx-detail")
        watched.page.keyboard.press("u")
        watched.page.get_by_label(f"Note on the answer of {names[-1]}").fill(NOTE)
    labels = labels_of(found, names, ratings(watched))
    assert len(labels) == len(ids)
    write_labels(tmp_path / "python.jsonl", labels)
    exported = export(watched)
    assert exported == (tmp_path / "python.jsonl").read_bytes()
    (tmp_path / "page.jsonl").write_bytes(exported)
    assert read_labels(tmp_path / "page.jsonl") == labels
    watched.assert_quiet()


def test_answers_that_a_page_cut_keep_their_digest(context: Any, tmp_path: Path) -> None:
    found = reports("a")
    rated = {"a": {"c5": {"verdict": "right", "note": "", "rated_at": TIME}}}
    watched = panel(context, tmp_path / "a.html", found, ratings=rated, max_embedded_mb=0.0001)
    assert watched.page.evaluate("view.index.rows[0].answer[5].length") < 5000
    write_labels(tmp_path / "python.jsonl", labels_of(found, ["a"], rated))
    assert export(watched) == (tmp_path / "python.jsonl").read_bytes()


def imported(watched: Watched, text: str) -> str:
    watched.page.get_by_role("button", name="Ratings").click()
    file = {"name": "x.labels.jsonl", "mimeType": "application/jsonl", "buffer": text.encode("utf-8")}
    watched.page.set_input_files("input[type=file]", file)
    watched.page.wait_for_selector("[role=status]:has-text('taken')")
    said: str = watched.page.locator("[role=status]:has-text('taken')").inner_text()
    return said


def label(found: Report, **changes: Any) -> dict[str, Any]:
    rating = {"verdict": "right", "note": "read again", "rated_at": TIME}
    [made] = labels_of([found], ["x"], {"x": {found.per_case[1].case_id: rating}})
    return {**made.model_dump(mode="json"), **changes}


def lines(*rows: Any) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def test_a_labels_file_is_read_again(context: Any, tmp_path: Path) -> None:
    found = reports("a", "b")
    watched = panel(context, tmp_path / "a.html", found, selected="c1")
    one = label(found[1], rater="Ana")
    strangers = (label(found[0], answer_sha256="0" * 64), label(found[0], run_id="another"), label(found[0], trial=9))
    said = imported(watched, "\ufeff" + lines(one, *strangers) + "\n")
    assert said == "1 taken, 3 about answers that are not here, 0 refused"
    rating = {"verdict": "right", "note": "read again", "rated_at": TIME, "rater": "Ana"}
    assert ratings(watched) == {"a": {}, "b": {"c1": rating}}
    assert pressed(watched) == ["right"]
    assert export_text(watched) == lines_as_written(one)
    watched.assert_quiet()


def export_text(watched: Watched) -> str:
    text: str = watched.page.evaluate("labelsText(view)")
    return text


def lines_as_written(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def test_ids_and_names_that_every_object_has_are_ids_and_names(context: Any, tmp_path: Path) -> None:
    names, ids = ("__proto__", "constructor"), ("__proto__", "constructor", "name")
    found = [build_report([answered_row(row_id) for row_id in ids], config_name=name) for name in names]
    watched = panel(context, tmp_path / "a.html", found, selected="constructor")
    assert pressed(watched) == [] and export_text(watched) == ""
    one = label(found[0], case_id="__proto__", answer_sha256=answer_digest("the answer to __proto__"))
    assert imported(watched, lines(one)).startswith("1 taken, 0 about")
    assert watched.page.get_by_role("button", name="Ratings").inner_text() == "Ratings: 1"
    assert export_text(watched) == lines_as_written(one)
    assert watched.page.evaluate("Object.keys(Object.prototype)") == []
    watched.assert_quiet()


def test_what_the_browser_kept_for_a_run_may_be_nothing(context: Any, tmp_path: Path) -> None:
    path = tmp_path / "kept.html"
    watched = panel(context, path, reports("a", run_id="nothing"), kept=True)
    watched.page.evaluate("localStorage.setItem(Object.keys(localStorage).find(key => key.includes('nothing')), null)")
    watched.page.reload()
    watched.page.wait_for_selector(".cx-rate")
    assert pressed(watched) == []
    watched.assert_quiet()


def test_bad_lines_are_named_and_the_good_ones_taken(context: Any, tmp_path: Path) -> None:
    found = reports("a")
    watched = panel(context, tmp_path / "a.html", found)
    good = label(found[0])
    missing = {key: value for key, value in good.items() if key != "note"}
    bad = (
        {**good, "verdict": "maybe"},
        missing,
        {**good, "score": 1},
        {**good, "rated_at": "2026-13-31T12:00:00Z"},
        [1],
    )
    said = imported(watched, lines(good) + "{broken\n" + lines(*bad)).split("\n")
    assert said[0] == "1 taken, 0 about answers that are not here, 6 refused"
    assert said[1].startswith("line 2: ")
    places = ["line 3: verdict", "line 4: note", "line 5: score", "line 6: rated_at", "line 7: case_id"]
    assert [line.split(" is ")[0] for line in said[2:]] == places
    assert list(ratings(watched)["a"]) == ["c1"]
    watched.assert_quiet()


def test_of_two_ratings_the_later_stands(context: Any, tmp_path: Path) -> None:
    found = reports("a")
    mine = {"verdict": "wrong", "note": "", "rater": None, "rated_at": "2026-02-01T00:00:00.000Z"}
    watched = panel(context, tmp_path / "a.html", found, ratings={"a": {"c1": mine}})
    imported(watched, lines(label(found[0])))
    assert ratings(watched)["a"]["c1"] == mine
    watched.page.keyboard.press("Escape")
    imported(watched, lines(label(found[0], rated_at="2026-02-01T00:00:00.001Z")))
    assert ratings(watched)["a"]["c1"]["verdict"] == "right"

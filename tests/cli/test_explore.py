"""`cairn explore` writes one page, whole, where it says; and opens it only where somebody can look."""

from __future__ import annotations

import json
import os
import webbrowser
from pathlib import Path

import pytest

from tests.cli.conftest import Verb

GOOD = "reports/good.json"


@pytest.fixture
def reports(project: Path) -> Path:
    """The project with a second report, and JSON beside it that is none."""
    good = json.loads(Path(GOOD).read_text(encoding="utf-8"))
    other = {**good, "config_name": "other", "run_id": "another-run"}
    Path("reports/other.json").write_text(json.dumps(other), encoding="utf-8")
    Path("reports/leaderboard.json").write_text('{"rows": []}', encoding="utf-8")
    return project


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a browser was asked to open; nobody is there to look."""
    asked: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url: asked.append(url) or True)
    for name in ("CI", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    return asked


def test_one_report_is_a_page_beside_it(reports: Path, verb: Verb, opened: list[str]) -> None:
    ran = verb("explore", GOOD)
    assert (ran.code, ran.out, ran.err) == (0, f"explore: {Path('reports/good.html')}\n", "")
    text = (reports / "reports/good.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and "judge score" in text
    assert opened == []


@pytest.mark.parametrize(
    ("given", "page", "shown"),
    [
        ((GOOD, "reports/other.json"), "reports/compare-good-other.html", ["good", "other"]),
        (("reports",), "reports/compare-good-other.html", ["good", "other"]),
        (("reports/*.json",), "reports/compare-good-other.html", ["good", "other"]),
        (("reports/o*.json", GOOD, GOOD), "reports/compare-other-good.html", ["other", "good"]),
        ((GOOD, "--out", "shown/it.html"), "shown/it.html", ["good"]),
    ],
)
def test_several_are_compared_in_their_order_each_once(
    reports: Path, verb: Verb, given: tuple[str, ...], page: str, shown: list[str]
) -> None:
    ran = verb("explore", *given, "--json")
    assert ran.code == 0, ran.err
    assert ran.json == {"page": page, "reports": [f"reports/{name}.json" for name in shown], "opened": False}
    assert (reports / page).is_file()


def test_the_earlier_of_a_folder_is_the_baseline(reports: Path, verb: Verb) -> None:
    good = json.loads(Path(GOOD).read_text(encoding="utf-8"))
    later = json.dumps({**good, "created_at": "2100-01-01T00:00:00Z"})
    (reports / "reports/a-later.json").write_text(later, encoding="utf-8")
    for place in ("reports", "reports/*.json"):
        shown = verb("explore", place, "--json").json["reports"]
        assert shown == ["reports/good.json", "reports/other.json", "reports/a-later.json"]


def test_a_run_is_called_as_asked(reports: Path, verb: Verb) -> None:
    assert verb("explore", GOOD, "reports/other.json", "--name", "before", "--name", "<after>").code == 0
    text = (reports / "reports/compare-good-other.html").read_text(encoding="utf-8")
    assert "before" in text and "&lt;after&gt;" in text and "<after>" not in text


def test_it_opens_the_page_where_there_is_a_screen(
    reports: Path, verb: Verb, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    assert verb("explore", GOOD, "--json").json["opened"] is True
    assert opened == [(reports / "reports/good.html").as_uri()]
    assert verb("explore", GOOD, "--no-open", "--json").json["opened"] is False
    monkeypatch.setenv("CI", "true")
    assert verb("explore", GOOD, "--json").json["opened"] is False
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("",), "a report's name is empty"),
        (("missing.json",), "missing.json: does not exist"),
        (("nothing-*.json",), "nothing-*.json: holds no report"),
        (("configs",), "configs: holds no report"),
        (("reports/leaderboard.json",), "leaderboard.json: "),
        (("configs/small.yaml",), "small.yaml:1: not valid JSON"),
        ((GOOD, "--out", GOOD), f"{GOOD}: --out: is no name of a page (end it in .html)"),
        ((GOOD, "--name", "a", "--name", "b"), "2 names were given for 1 reports"),
    ],
)
def test_bad_input_is_two_and_named(reports: Path, verb: Verb, given: tuple[str, ...], said: str) -> None:
    before = Path(GOOD).read_bytes()
    ran = verb("explore", *given)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert Path(GOOD).read_bytes() == before
    assert list(reports.rglob("*.html")) == []


def test_a_damaged_report_in_a_folder_is_heard_of(reports: Path, verb: Verb) -> None:
    (reports / "reports/cut.json").write_text(Path(GOOD).read_text(encoding="utf-8")[:2000], encoding="utf-8")
    ran = verb("explore", "reports")
    assert ran.code == 2
    assert "cut.json" in ran.err


def test_without_evidence_every_view_still_works(reports: Path, verb: Verb) -> None:
    for path in (reports / "reports").glob("*.evidence.jsonl.gz"):
        path.unlink()
    assert verb("explore", GOOD).code == 0


def test_a_page_is_never_half_written(reports: Path, verb: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    place = reports / "reports/good.html"
    place.write_text("the one before", encoding="utf-8")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    ran = verb("explore", GOOD)
    assert ran.code == 2 and "good.html" in ran.err
    assert place.read_text(encoding="utf-8") == "the one before"

"""JupyterLab, driven: what a person does is in Python at once, also beside a running cell, and the other way round."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.files.packaged import packaged_dir
from tests.browser import browser
from tests.explorer.hostile import HOSTILE
from tests.notebook import lab as labs
from tests.notebook.books import code

pytestmark = [pytest.mark.browser, pytest.mark.kernel, pytest.mark.slow]

READY = ".jp-OutputArea .cx[data-ready]"
FIRST, SECOND = f"{READY} >> nth=0", f"{READY} >> nth=1"
ROW = ".cx-pad .cx-row:visible"
HOSTILE_CELL = """
from tests.explorer.hostile import hostile_explorer
hostile = hostile_explorer()
hostile
"""
# Looks on while the cell runs, as long as it takes for a person to open a case, rate it and narrow the table.
LOOK_ON = """
import time
_seen, _end = {}, time.monotonic() + 60
while len(_seen) < 3 and time.monotonic() < _end:
    if explorer.selected: _seen["selected"] = explorer.selected
    if explorer.ratings: _seen["rated"] = [r["verdict"] for rows in explorer.ratings.values() for r in rows.values()]
    if explorer.query: _seen["query"] = explorer.query
    time.sleep(0.05)
"""


@pytest.fixture(scope="module")
def root(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project with the eval notebook, and a cell more: the explorer of a hostile report."""
    folder = tmp_path_factory.mktemp("lab") / "project"
    shutil.copytree(built, folder)
    book = json.loads((packaged_dir("notebooks") / "eval.ipynb").read_text(encoding="utf-8"))
    for cell in book["cells"]:
        cell["source"] = "".join(cell["source"]).replace("configs/default.yaml", "configs/small.yaml")
    book["cells"].append({**code(HOSTILE_CELL), "id": "hostile"})
    (folder / "notebooks").mkdir()
    (folder / "notebooks/eval.ipynb").write_text(json.dumps(book), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def lab(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[labs.Lab]:
    """A server over the project; while it starts, a verb runs its notebook and signs it."""
    scratch = tmp_path_factory.mktemp("server")
    env = labs.lab_environment(scratch)
    report = "reports/good.json"
    program = "from cairn_nb.cli.main import main; main()"
    gate = [sys.executable, "-c", program, "gate", "--baseline", report, "--candidate", report]
    with (
        subprocess.Popen(gate, cwd=root, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as verb,
        labs.running_lab(root, scratch, env) as running,
    ):
        assert verb.stderr is not None
        assert verb.stderr.read() == "explore: reports/gate-good.html\n"
        yield running


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright, viewport={"width": 1400, "height": 1000}) as opened:
        yield opened


@contextmanager
def opened(context: Any, lab: labs.Lab, notebook: str) -> Iterator[Any]:
    """A notebook in JupyterLab; whatever asks for another host is stopped and is a failure."""
    page, outside = context.new_page(), []
    page.set_default_timeout(15000)

    def gate(route: Any) -> None:
        if route.request.url.startswith((lab.base, "data:", "blob:")):
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    page.route("**/*", gate)
    page.goto(lab.url(notebook))
    yield page
    assert outside == []
    assert page.evaluate("window.__ran ?? null") is None
    page.close()


@pytest.fixture(scope="module")
def live(context: Any, lab: labs.Lab) -> Iterator[Any]:
    """The eval notebook with every cell run."""
    with opened(context, lab, "notebooks/eval.ipynb") as page:
        page.wait_for_function(labs.CONNECTED, timeout=60000)
        page.evaluate(labs.RUN_ALL)
        page.wait_for_selector(SECOND, timeout=90000)
        page.wait_for_function(labs.CONNECTED, timeout=60000)
        yield page


def test_python_sees_a_click_a_rating_and_a_search_while_a_cell_runs(live: Any) -> None:
    explorer = live.locator(FIRST)
    explorer.locator(ROW).nth(2).click()
    labs.await_value(live, "explorer.selected is None", "False")
    live.evaluate(labs.DO, "explorer.selected = None")
    explorer.locator(".cx-detail").wait_for(state="hidden")
    live.evaluate(labs.START, LOOK_ON)
    explorer.locator(ROW).nth(1).click()
    explorer.locator(".cx-rating button", has_text="wrong").first.click()
    explorer.locator(".cx-search").fill("kilograms")
    labs.await_value(live, "sorted(_seen)", "['query', 'rated', 'selected']")
    labs.await_value(live, "_seen['rated'], _seen['query'][:3]", "(['wrong'], 'kil')")
    labs.await_value(live, "explorer.selected_case.name == _seen['selected']", "True")
    labs.await_value(live, "len(explorer.filtered) == explorer.matching < len(explorer.cases)", "True")
    labs.await_value(live, "[label.verdict for label in explorer.labels]", "['wrong']")


def test_the_person_sees_what_python_sets(live: Any) -> None:
    explorer = live.locator(FIRST)
    live.evaluate(labs.DO, "explorer.query = ''; explorer.filters = {'ids': list(explorer.cases.index[:3])}")
    explorer.locator(".cx-count", has_text="3 of").wait_for()
    live.evaluate(labs.DO, "explorer.selected = explorer.cases.index[2]")
    wanted = live.evaluate(labs.ASK, "explorer.cases.index[2]").strip("'")
    explorer.locator(".cx-dhead", has_text=wanted).wait_for()
    assert "there is no column 'jugde'" in live.evaluate(labs.ASK, "setattr(explorer, 'sort', [['jugde', 'asc']])")


def test_keys_stay_in_the_explorer(live: Any) -> None:
    before = live.evaluate(labs.CELLS)
    live.locator(FIRST).locator(".cx-grid").focus()
    for key in "bddxam":
        live.keyboard.press(key)
    live.keyboard.press("ArrowDown")
    live.wait_for_timeout(300)
    assert live.evaluate(labs.CELLS) == before
    assert live.evaluate("document.activeElement.className").startswith("cx-")


def test_hostile_texts_are_texts(live: Any) -> None:
    explorer = live.locator(SECOND)
    for number, text in enumerate(HOSTILE):
        live.evaluate(labs.DO, f"hostile.selected = hostile.cases.index[{number}]")
        explorer.locator(".cx-dhead", has_text=f"case-{number:03d}").wait_for()
        explorer.locator(".cx-dbody:not([aria-busy])").wait_for()
        assert text.strip()[:20] in explorer.locator(".cx-detail").text_content().replace("\ufffd", "\ud800")
    assert live.evaluate("window.__ran ?? null") is None
    assert live.evaluate("document.querySelectorAll('.cx script, .cx img, .cx meta').length") == 0


def test_the_dark_theme_reaches_it(live: Any) -> None:
    ground = f"() => getComputedStyle(document.querySelector('{READY}')).backgroundColor"
    light = live.evaluate(ground)
    live.evaluate(labs.THEME, "JupyterLab Dark")
    live.wait_for_selector("body[data-jp-theme-light='false']", state="attached")
    live.wait_for_function(f"light => ({ground})() !== light", arg=light)
    parts = [int(part) for part in live.evaluate(ground).split("(")[1].rstrip(")").split(",")[:3]]
    assert max(parts) < 80


def test_what_a_verb_ran_and_signed_opens_with_its_explorer_and_runs_nothing(
    context: Any, lab: labs.Lab, root: Path
) -> None:
    with opened(context, lab, "reports/gate-good.ipynb") as page:
        page.wait_for_selector(READY, timeout=60000)
        page.locator(READY).locator(ROW).first.click()
        page.locator(READY).locator(".cx-dbody:not([aria-busy])", has_text="winch").wait_for()
        counts = "[...window.jupyterapp.shell.currentWidget.content.widgets].map(w => w.model.executionCount ?? null)"
        saved = json.loads((root / "reports/gate-good.ipynb").read_text(encoding="utf-8"))
        assert page.evaluate(counts) == [cell.get("execution_count") for cell in saved["cells"]]


def test_an_unsigned_one_shows_the_numbers_and_how_to_trust_it(context: Any, lab: labs.Lab, root: Path) -> None:
    book = json.loads((root / "reports/gate-good.ipynb").read_text(encoding="utf-8"))
    book["metadata"]["title"] = "from somebody else"
    (root / "reports/unsigned.ipynb").write_text(json.dumps(book), encoding="utf-8")
    with opened(context, lab, "reports/unsigned.ipynb") as page:
        output = page.locator(".jp-OutputArea-output", has_text="jupyter trust")
        output.wait_for(timeout=60000)
        assert "judge score" in output.inner_text()
        assert page.locator(".cx").count() == 0

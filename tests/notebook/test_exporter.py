"""The page is drawn from a notebook's data: what a cell emits as HTML or script never reaches it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.carried import EXPLORER_MIMETYPE, as_json
from cairn_nb.explorer.tables import TABLE_MIMETYPE, Table
from cairn_nb.notebook import mimetypes
from cairn_nb.notebook.exporter import page_of
from tests.browser import browser, open_page
from tests.explorer.hostile import hostile_evidence, hostile_report
from tests.notebook.books import book, code, markdown

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.__ran=1</script><rect/></svg>'


def shown(*outputs: dict[str, Any]) -> dict[str, Any]:
    cell = code("x = 1 < 2")
    cell["outputs"] = list(outputs)
    return cell


def display(**data: Any) -> dict[str, Any]:
    return {"output_type": "display_data", "metadata": {}, "data": data}


def notebook() -> Any:
    table = Table(caption="", heads=("a",), rows=(("<script>window.__ran=2</script>",),))
    cells = book(
        markdown("# Title\n\n<script>window.__ran=3</script> ![image](https://x.invalid/a.png) [js](javascript:1)"),
        shown(display(**{"text/html": "<meta http-equiv=refresh content='0;url=//x.invalid'>", "text/plain": "plain"})),
        shown(display(**{"image/svg+xml": SVG, "text/plain": '"><script>window.__ran=4</script>'})),
        shown(display(**{TABLE_MIMETYPE: table.model_dump(mode="json"), "text/html": "no"})),
        shown(display(**{EXPLORER_MIMETYPE: as_json(pack([hostile_report()], [hostile_evidence()]))})),
        shown({"output_type": "stream", "name": "stdout", "text": "\x1b[31mred <b>\x1b[0m"}),
        shown(display(**{"application/javascript": "window.__ran=5", "text/plain": "js"})),
    )
    return nbformat.from_dict(cells)


def test_only_data_reaches_the_page() -> None:
    text = page_of(notebook(), title="t")
    body = text[text.index("<main>") : text.index("</main>")]
    assert "<script" not in body and "<meta" not in body
    assert 'href="javascript:' not in body and 'src="http' not in body
    assert "red &lt;b&gt;" in body and "x = 1 &lt; 2" in body
    assert '<img src="data:image/svg+xml;base64,' in body


def result(exit_code: object) -> dict[str, Any]:
    return display(**{mimetypes.RESULT: {"exit_code": exit_code}, "text/plain": "done"})


@pytest.mark.parametrize(
    ("exit_code", "said"),
    [(0, ""), (1, "The verdict is no: the verb exits 1."), (2, "There is no verdict"), ("<b>", "There is no verdict")],
)
def test_an_ending_is_a_sentence_and_a_good_one_is_nothing(exit_code: object, said: str) -> None:
    raised = {"output_type": "error", "ename": "VerdictOfNo", "evalue": "verdict: no (exit 1)", "traceback": []}
    text = page_of(nbformat.from_dict(book(shown(result(exit_code), raised))), title="t")
    body = text[text.index("<main>") : text.index("</main>")]
    assert said in body and ("note" in body) is bool(said)
    assert "done" not in body and "VerdictOfNo" not in body and "<b>" not in body


def test_what_the_explorer_shows_too_is_left_out_of_the_page() -> None:
    static = {**shown(display(**{"text/plain": "a picture"})), "metadata": {"tags": ["static"]}}
    heading = {**markdown("## As pictures"), "metadata": {"tags": ["static"]}}
    text = page_of(nbformat.from_dict(book(markdown("# Title"), heading, static)), title="t")
    assert "Title" in text and "picture" not in text[text.index("<main>") :]


def test_a_table_without_rows_is_no_line() -> None:
    empty = Table(caption="", heads=("warning",), rows=())
    text = page_of(nbformat.from_dict(book(shown(display(**empty._repr_mimebundle_())))), title="t")
    assert "warning" not in text[text.index("<main>") : text.index("</main>")]


@pytest.mark.browser
def test_the_page_is_quiet_and_its_table_lives(playwright: Any, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.write_text(page_of(notebook(), title="t"), encoding="utf-8")
    with browser(playwright) as context:
        watched = open_page(context, target)
        watched.page.wait_for_selector(".cx[data-ready]")
        assert watched.page.get_attribute(".cx-grid", "aria-rowcount") == "301"
        assert watched.page.evaluate("window.__ran ?? null") is None
        watched.assert_quiet()


def test_a_table_in_prose_can_be_scrolled_and_has_no_style_that_the_page_would_block() -> None:
    text = display(**{"text/markdown": "| a | b |\n| --- | ---: |\n| x | 1 |\n"})
    page = page_of(nbformat.from_dict(book(shown(text))), title="t")
    assert '<div class="wide"><table>' in page and "<td>1</td>" in page and "style=" not in page.split("<body")[1]


@pytest.mark.kernel
def test_nbconvert_finds_the_exporter_by_name(tmp_path: Path) -> None:
    source = tmp_path / "book.ipynb"
    source.write_text(json.dumps(book(markdown("# By name"))))
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "cairn", str(source)], check=True, capture_output=True, timeout=120
    )
    assert "<h1>By name</h1>" in (tmp_path / "book.html").read_text(encoding="utf-8")

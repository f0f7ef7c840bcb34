"""The page is drawn from a notebook's data: what a cell emits as HTML or script never reaches it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from cairn_nb.explorer.payload import pack
from cairn_nb.explorer.tables import TABLE_MIMETYPE, Table
from cairn_nb.explorer.widget import EXPLORER_MIMETYPE, as_json
from cairn_nb.notebook.exporter import page_of
from tests.browser import browser, open_page
from tests.explorer.test_page import hostile_report
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
        shown(display(**{EXPLORER_MIMETYPE: as_json(pack(hostile_report()))})),
        shown({"output_type": "stream", "name": "stdout", "text": "\x1b[31mred <b>\x1b[0m"}),
        shown(display(**{"application/javascript": "window.__ran=5", "text/plain": "js"})),
    )
    return nbformat.from_dict(cells)


def test_only_data_reaches_the_page() -> None:
    text = page_of(notebook(), title="t")
    body = text[text.index("<main>") : text.index("</main>")]
    assert "<script" not in body and "http-equiv" not in body
    assert 'href="javascript:' not in body and 'src="http' not in body
    assert "red &lt;b&gt;" in body and "x = 1 &lt; 2" in body
    assert '<img src="data:image/svg+xml;base64,' in body


@pytest.mark.browser
def test_the_page_is_quiet_and_its_table_lives(playwright: Any, tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    target.write_text(page_of(notebook(), title="t"), encoding="utf-8")
    with browser(playwright) as context:
        watched = open_page(context, target)
        watched.page.wait_for_selector(".cx[data-ready]")
        assert watched.page.inner_text(".cx-count") == "300 cases"
        assert watched.page.evaluate("window.__ran ?? null") is None
        watched.assert_quiet()


@pytest.mark.kernel
def test_nbconvert_finds_the_exporter_by_name(tmp_path: Path) -> None:
    source = tmp_path / "book.ipynb"
    source.write_text(json.dumps(book(markdown("# By name"))))
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "cairn", str(source)], check=True, capture_output=True, timeout=120
    )
    assert "<h1>By name</h1>" in (tmp_path / "book.html").read_text(encoding="utf-8")

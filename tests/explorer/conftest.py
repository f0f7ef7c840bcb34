"""What the tests of the explorer in a browser share: one browser a module, and pages to open in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Watched, browser
from tests.explorer.drawn_figures import drawn_page
from tests.explorer.furnished import written
from tests.explorer.shown import ready
from tests.explorer.table_page import write_tables

USUAL = {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="module")
def context(playwright: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A browser as the module's `BROWSER` wants it."""
    with browser(playwright, **getattr(request.module, "BROWSER", USUAL)) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page for each number of runs, with every part that a page can have."""
    made = tmp_path_factory.mktemp("pages")
    for mode in ("one", "two", "many"):
        written(made, mode)
    return made


@pytest.fixture(scope="module")
def drawn(folder: Path) -> Path:
    """A page of charts of every kind."""
    return drawn_page(folder)


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the table's own pages."""
    return write_tables(tmp_path_factory.mktemp("tables"))


@pytest.fixture
def opened(context: Any, tables: Path) -> Iterator[Any]:
    """Opens a page of the table by its name; each must have been quiet."""
    pages: list[Watched] = []

    def open_one(name: str, fragment: str = "") -> Watched:
        pages.append(ready(context, tables / f"{name}.html", fragment))
        return pages[-1]

    yield open_one
    for watched in pages:
        watched.assert_quiet()
        watched.page.close()

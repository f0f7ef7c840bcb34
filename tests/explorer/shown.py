"""Opening an explorer's page in a test, and reading what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser import Watched, open_page

WRITTEN_AFTER_MS = 250


def ready(context: Any, path: Path, fragment: str = "") -> Watched:
    """The page with its explorer drawn."""
    watched = open_page(context, path, fragment)
    watched.page.wait_for_selector(".cx[data-ready]")
    return watched


def cases_shown(watched: Watched) -> int:
    """How many rows the cases say they hold."""
    return int(watched.page.get_attribute(".cx-grid", "aria-rowcount")) - 1


def link(watched: Watched) -> str:
    """The address's own part, once it holds what was done last: it follows after a pause."""
    watched.page.wait_for_timeout(WRITTEN_AFTER_MS)
    found: str = watched.page.evaluate("location.hash")
    return found


def opened_case(watched: Watched) -> str | None:
    """The row whose detail is open."""
    selected = watched.page.evaluate("hash => new URLSearchParams(hash.slice(1)).get('case')", link(watched))
    assert watched.page.locator(".cx-detail").is_visible() == (selected is not None)
    return selected  # type: ignore[no-any-return]


def titles(watched: Watched) -> list[str]:
    """The sections from top to bottom."""
    found: list[str] = watched.page.locator(".cx-section > .cx-title").all_inner_texts()
    return found


def focused(watched: Watched) -> str:
    """The class, or else the tag, of what has the focus."""
    found: str = watched.page.evaluate("document.activeElement.className || document.activeElement.tagName")
    return found

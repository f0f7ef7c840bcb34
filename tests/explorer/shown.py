"""Opening an explorer's page in a test, and reading what it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser import Watched, open_page


def ready(context: Any, path: Path, fragment: str = "") -> Watched:
    """The page with its explorer drawn."""
    watched = open_page(context, path, fragment)
    watched.page.wait_for_selector(".cx[data-ready]")
    return watched


def filters(watched: Watched) -> Any:
    """What the reader's filters are, by the number that the cases say."""
    return watched.page.locator(".cx-count").first.inner_text()


def titles(watched: Watched) -> list[str]:
    """The sections from top to bottom."""
    found: list[str] = watched.page.locator(".cx-section > .cx-title").all_inner_texts()
    return found


def focused(watched: Watched) -> str:
    """The class, or else the tag, of what has the focus."""
    found: str = watched.page.evaluate("document.activeElement.className || document.activeElement.tagName")
    return found

"""A real Chromium for tests: every request that leaves the file is stopped and recorded, every message kept."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium_path() -> str:
    """The machine's own browser; the test that needs one is skipped where none can be had."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium on this machine; `make test` installs it where it may")


@dataclass
class Watched:
    """A page and what it tried: requests that were stopped, and messages on its console."""

    page: Any
    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def assert_quiet(self) -> None:
        """No request, no console message, no policy violation."""
        assert not self.requests, self.requests
        assert not self.messages, self.messages


@contextmanager
def browser(playwright: Any, **options: Any) -> Iterator[Any]:
    """A browser with a profile of its own, thrown away afterwards."""
    path = chromium_path()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=path, headless=True, args=FLAGS, **options
        )
        try:
            yield context
        finally:
            context.close()


def open_page(context: Any, path: Path, fragment: str = "") -> Watched:
    """Open a file from disk and watch it."""
    watched = Watched(context.new_page())

    def gate(route: Any) -> None:
        if route.request.url.startswith(("file:", "data:", "blob:")):
            route.continue_()
        else:
            watched.requests.append(route.request.url)
            route.abort()

    watched.page.route("**/*", gate)
    watched.page.on("console", lambda message: watched.messages.append(message.text))
    watched.page.on("pageerror", lambda error: watched.messages.append(str(error)))
    watched.page.goto(path.as_uri() + fragment)
    return watched

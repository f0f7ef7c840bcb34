"""What several test packages share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """One driver for all browser tests of a process; it cannot be started twice."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started

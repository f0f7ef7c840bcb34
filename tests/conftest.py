"""What several test packages share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)  # a busy one takes longer, and that says nothing
settings.load_profile("any machine")


@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    """One driver for a module's browser tests. Its event loop counts as running in this thread until it ends."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of real data that the environment variable CAIRN_TEST_DATA names."""
    folder = os.environ.get("CAIRN_TEST_DATA")
    if not folder:
        pytest.skip("CAIRN_TEST_DATA names no folder of real data")
    return Path(folder)

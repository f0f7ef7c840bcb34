"""Opening a file in the person's browser, where there is a person and a screen."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def open_in_browser(path: Path) -> bool:
    """Whether a browser was asked to show the file; never on a build machine or without a screen."""
    if os.environ.get("CI") or not _has_screen():
        return False
    import webbrowser

    return webbrowser.open(path.resolve().as_uri())


def _has_screen() -> bool:
    """On Linux a browser without a display would be one in this very terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))

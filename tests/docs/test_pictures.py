"""The pictures of the documentation: each is there, in both schemes, made by the script, and none is left over."""

from __future__ import annotations

import re

from tests.docs.pages import PAGES, ROOT
from tests.explorer.screenshots import FOLDER, SCHEMES, SHOTS

LIMIT_BYTES = 4_000_000


def test_every_picture_is_shown_and_made_by_the_script() -> None:
    shown = {name for page in PAGES for name in re.findall(r'(?:src|srcset)="([^"]+)"', page.read_text("utf-8"))}
    made = {f"{shot.name}-{scheme}.png" for shot in SHOTS for scheme in SCHEMES}
    assert shown == {f"screenshots/{name}" for name in made}
    assert made == {path.name for path in FOLDER.iterdir()}


def test_they_are_small() -> None:
    assert FOLDER == ROOT / "docs/screenshots"
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < LIMIT_BYTES

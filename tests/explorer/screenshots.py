"""Pictures of the explorer on the sample corpus: ``python -m tests.explorer.screenshots`` makes them again.

They are looked at and kept in docs/screenshots, not compared: the times in them differ from run to run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

from tests.browser import browser
from tests.explorer.shown import ready

FOLDER = Path(__file__).parents[2] / "docs/screenshots"
SCHEMES = ("light", "dark")
COLOURS = 256
WIDE, PHONE = (1280, 800), (400, 800)
PROGRAM = "from cairn_nb.cli.main import main; main()"
GATE = ("gate", "--baseline", "reports/good.json", "--candidate", "reports/degraded.json", "--headless")
RUN = "the bench run"  # stands for its folder, which has the time in its name
DEGRADED = {"CAIRN_STUB_DEGRADE": "0.5"}
# A verb, the code it ends with, and the switches it runs under.
VERBS: tuple[tuple[tuple[str, ...], int, dict[str, str]], ...] = (
    (("init",), 0, {}),
    (("corpus", "generate"), 0, {}),
    (("bench", "--headless"), 0, {}),
    (("eval", "--headless", "--out", "reports/good.json"), 0, {}),
    (("eval", "--headless", "--out", "reports/degraded.json"), 0, DEGRADED),
    (GATE, 1, {}),
    (("explore", "reports/good.json", "--out", "one.html", "--no-open"), 0, {}),
    (("explore", "reports/good.json", "reports/degraded.json", "--out", "two.html", "--no-open"), 0, {}),
    (("explore", "reports/latest", "--out", "many.html", "--no-open"), 0, {}),
    (("arena", RUN, "--headless"), 0, {}),
    (("contrast", RUN), 0, {}),
    (("explore", RUN, "--out", "run.html", "--no-open"), 0, {}),
)


class Shot(NamedTuple):
    """A picture: its page, the size of the window in px, the state in the address, and the section on top."""

    name: str
    page: str
    window: tuple[int, int] = WIDE
    state: str = ""
    section: str = ""


SHOTS = (
    Shot("one", "one"),
    Shot("charts", "one", section="charts"),
    Shot("case", "one", state="#case=badger-diesel.weight", section="cases"),
    Shot("two", "two"),
    Shot("changed", "two", state="#case=askelholt.altitude&change=became_wrong", section="cases"),
    Shot("many", "many"),
    Shot("matrix", "many", state="#mode=different", section="cases"),
    *(Shot(f"many-{key}", "many", section=key) for key in ("board", "frontier", "categories", "operations", "charts")),
    *(Shot(f"run-{key}", "run", section=key) for key in ("recommendation", "arena", "disagreement", "reproducibility")),
    *(Shot(f"two-{key}", "two", section=key) for key in ("numbers", "charts")),
    Shot("narrow", "two", PHONE),
    Shot("narrow-case", "two", PHONE, "#case=askelholt.altitude&change=became_wrong", "cases"),
)


def build(project: Path) -> None:
    """The pages, by the verbs a person types, from the sample corpus."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CAIRN_")}
    for verb, code, switches in VERBS:
        named = [_bench_run(project) if word == RUN else word for word in verb]
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *named], cwd=project, env=clean | switches, capture_output=True, text=True
        )
        assert done.returncode == code, done.stderr


def _bench_run(project: Path) -> str:
    [folder] = (project / "reports/bench").iterdir()
    return str(folder)


def take(playwright: Any, project: Path, folder: Path) -> Iterator[Path]:
    """Every picture in both schemes."""
    for scheme in SCHEMES:
        with browser(playwright, color_scheme=scheme) as context:
            for shot in SHOTS:
                path = folder / f"{shot.name}-{scheme}.png"
                _take(context, shot, project, path)
                yield path


def _take(context: Any, shot: Shot, project: Path, path: Path) -> None:
    watched = ready(context, project / f"{shot.page}.html", shot.state)
    page = watched.page
    page.set_viewport_size(dict(zip(("width", "height"), shot.window, strict=True)))
    if "case=" in shot.state:
        page.wait_for_selector(".cx-dbody:not([aria-busy])")
    if shot.section:
        title = page.locator(f"[data-section={shot.section}] .cx-title").inner_text()
        page.locator(".cx-nav").get_by_role("link", name=title, exact=True).click()
    page.wait_for_timeout(300)
    page.screenshot(path=path)
    _shrink(path)
    watched.assert_quiet()
    page.close()


def _shrink(path: Path) -> None:
    """To the page's most frequent colours, which stay as they are: the repository keeps every version of a picture."""
    with Image.open(path) as file:
        pixels = np.asarray(file.convert("RGB"))
    colours, place, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    kept = colours[np.argsort(-counts)[:COLOURS]]
    distances = ((colours[:, None].astype(np.int64) - kept[None]) ** 2).sum(axis=2)
    few = Image.fromarray(distances.argmin(axis=1)[place].reshape(pixels.shape[:2]).astype(np.uint8))
    few.putpalette(kept.ravel().tolist())
    few.save(path, optimize=True)


def main() -> None:
    """Build, take and name each picture."""
    from playwright.sync_api import sync_playwright

    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        build(Path(scratch))
        for path in take(playwright, Path(scratch), FOLDER):
            print(f"{path.name}: {path.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()

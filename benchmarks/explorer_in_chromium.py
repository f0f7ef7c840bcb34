"""The explorer's page in Chromium beside itables on the same rows: sizes, and what a reader waits for.

    python benchmarks/explorer_in_chromium.py [--rows 50000] [--turns 3]

Pages are opened from disk in turn, ours and theirs, and medians are compared. "Painted" is from the navigation,
the key or the click to the frame that shows the rows. itables is installed into an environment of its own under
.cairn/benchmarks. The table of 1,000 cases and 4 systems has a column a system; passages are in ours alone.

Exit 1 when the empty page or that of 1,000 cases is too large (60 KB, 3 MB), or when ours is slower than itables.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from explorer_rows import evidence, report
from peer_environment import environment, machine
from playwright.sync_api import sync_playwright

from cairn_nb.explorer.frame import frame, unpacked
from cairn_nb.explorer.pack import pack
from cairn_nb.explorer.page import explorer_page, page
from cairn_nb.explorer.payload import Payload
from tests.browser import browser

PEER = ["itables==2.9.1", "pandas==3.0.0"]
SYSTEMS = ("bm25", "dense", "hybrid", "rerank")
MAX_EMPTY_KB, MAX_SYSTEMS_MB = 60, 3.0
KEYS = ("e", "ex", "exc", "exception", "zzzz", "class", "")
SORTED = ("Question", "Answer", "Case", "Answer")
PAINTED = """(() => {
  const painted = () => setTimeout(() => { window.painted = performance.now(); });
  const look = () => requestAnimationFrame(document.querySelector(ROW) ? painted : look);
  requestAnimationFrame(look);
})()"""
UNTIL = """async ([act, seen]) => {
  const see = new Function("return " + seen), before = see(), start = performance.now();
  new Function(act)();
  while (see() === before && performance.now() - start < 60000) await new Promise(requestAnimationFrame);
  await new Promise(resolve => setTimeout(resolve));
  return performance.now() - start;
}"""


@dataclass(frozen=True)
class Table:
    """How a page is read: where its rows, heads, search box and count are."""

    name: str
    row: str
    head: str
    search: str
    count: str


OURS = Table("cairn-nb", ".cx-pad .cx-row", ".cx-grid [role=columnheader]", ".cx-search", ".cx-count")
THEIRS = Table(
    "itables", "table.dataTable tbody tr:has(td + td)", "thead .dt-column-order", ".dt-search input", ".dt-info"
)


@dataclass(frozen=True)
class Waits:
    """Medians in milliseconds."""

    painted_ms: float
    filter_ms: float | None = None
    sort_ms: float | None = None


def ours(folder: Path, name: str, payload: Payload) -> Path:
    """The explorer's page."""
    path = folder / f"{name}.html"
    path.write_text(explorer_page("Cases", payload), encoding="utf-8")
    return path


def theirs(folder: Path, name: str, payload: Payload) -> Path:
    """The columns that the explorer shows at first, in itables."""
    view = unpacked(payload.index)
    shown = {column["name"]: column["label"] for column in view["columns"] if column["shown"]}
    rows, path = folder / f"{name}.json", folder / f"{name}-itables.html"
    frame(view)[list(shown)].rename(columns=shown).reset_index(drop=True).to_json(rows, orient="split")
    python = environment("itables", PEER) / "python"
    script = Path(__file__).with_name("itables_page.py")
    subprocess.run([str(python), str(script), str(rows), str(path)], check=True)
    return path


@contextmanager
def opened(context: Any, path: Path, table: Table) -> Iterator[tuple[Any, float]]:
    """A page, and when its rows were painted (ms)."""
    tab = context.new_page()
    tab.add_init_script(PAINTED.replace("ROW", repr(table.row)))
    tab.goto(path.as_uri(), wait_until="commit", timeout=120_000)
    while (painted := tab.evaluate("window.painted ?? null")) is None:
        tab.wait_for_timeout(20)
    yield tab, painted
    tab.close()


def filtered(tab: Any, table: Table) -> float:
    """From a change of the search box to the frame with its rows."""
    waits = []
    for key in KEYS:
        act = f"""const box = document.querySelector({table.search!r}); box.value = {key!r};
          box.dispatchEvent(new Event("input", {{ bubbles: true }}));"""
        waits.append(tab.evaluate(UNTIL, [act, f"document.querySelector({table.count!r}).textContent"]))
        tab.wait_for_timeout(300)
    return float(median(waits))


def sorted_by(tab: Any, table: Table) -> float:
    """From a click on a column of text to the frame with its rows."""
    waits = []
    for name in SORTED:
        named = f"(head.ariaLabel ?? head.textContent).startsWith({name!r})"
        head = f"[...document.querySelectorAll({table.head!r})].find(head => {named})"
        waits.append(tab.evaluate(UNTIL, [f"{head}.click()", f"document.querySelector({table.row!r}).textContent"]))
        tab.wait_for_timeout(300)
    return float(median(waits))


def measured(context: Any, path: Path, table: Table, *, used: bool) -> Waits:
    """One opening of a page, and its use."""
    with opened(context, path, table) as (tab, painted_ms):
        if not used:
            return Waits(painted_ms)
        tab.wait_for_timeout(2000)
        return Waits(painted_ms, filtered(tab, table), sorted_by(tab, table))


def medians(found: Sequence[Waits]) -> Waits:
    """By part."""
    used = found[0].filter_ms is not None
    parts = ("painted_ms", "filter_ms", "sort_ms") if used else ("painted_ms",)
    return Waits(**{part: median(getattr(one, part) for one in found) for part in parts})


def compare(context: Any, pages: tuple[Path, Path], *, turns: int, used: bool) -> tuple[Waits, Waits]:
    """Ours and theirs in turn."""
    found: tuple[list[Waits], list[Waits]] = [], []
    for _ in range(turns):
        for path, table, kept in zip(pages, (OURS, THEIRS), found, strict=True):
            kept.append(measured(context, path, table, used=used))
    return medians(found[0]), medians(found[1])


def _line(what: str, here: float, there: float, unit: str) -> bool:
    print(f"{what:44} {here:10.1f} {there:10.1f} {unit:3} ratio {here / there:6.3f}", flush=True)
    return here <= there


def sizes(folder: Path, systems: tuple[Path, Path]) -> bool:
    """Print how large pages are; whether ours is as small as is asked."""
    here_kb = len(page("", "").encode()) / 1e3
    there_kb = theirs(folder, "empty", pack([report(1)])).stat().st_size / 1e3
    _line("empty page", here_kb, there_kb, "KB")
    here, there = (path.stat().st_size / 1e6 for path in systems)
    _line(f"1,000 cases x {len(SYSTEMS)} systems", here, there, "MB")
    return here_kb <= MAX_EMPTY_KB and here <= MAX_SYSTEMS_MB


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        runs = [report(1000, name) for name in SYSTEMS]
        many, large = pack(runs, [evidence(run) for run in runs]), pack([report(given.rows)])
        systems = ours(folder, "systems", many), theirs(folder, "systems", many)
        rows = ours(folder, "rows", large), theirs(folder, "rows", large)
        print(f"{machine()}; {PEER[0]}; ours, then itables")
        good = [sizes(folder, systems)]
        with sync_playwright() as playwright, browser(playwright, viewport={"width": 1280, "height": 900}) as context:
            few = compare(context, systems, turns=given.turns, used=False)
            good.append(_line("  rows painted", few[0].painted_ms, few[1].painted_ms, "ms"))
            here, there = compare(context, rows, turns=given.turns, used=True)
        for what in ("painted", "filter", "sort"):
            part = f"{what}_ms"
            good.append(_line(f"{given.rows:,} rows: {what}", getattr(here, part), getattr(there, part), "ms"))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())

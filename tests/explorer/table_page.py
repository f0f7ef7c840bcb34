"""The table of the cases on pages of its own, and what is read from it and done with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.page import explorer_page
from tests.browser import Watched
from tests.explorer import views
from tests.explorer.hostile import HOSTILE
from tests.report_factory import answered_row, build_report

ROW = ".cx-pad .cx-row:visible"
N_LONG = 3000
CLIPBOARD = {"viewport": {"width": 1280, "height": 900}, "permissions": ["clipboard-read", "clipboard-write"]}


def write_tables(folder: Path) -> Path:
    """A page for each number of runs, of many rows, of hostile texts, and of none."""
    payloads = {mode: views.payload(mode) for mode in ("one", "two", "many")}
    long = [answered_row(f"case-{i}", judge=i % 7 / 7, category=str(i % 3)) for i in range(N_LONG)]
    hostile = [answered_row(f"h{i}", question=text, category=text, answer_text=text) for i, text in enumerate(HOSTILE)]
    payloads |= {"long": pack([build_report(long)]), "hostile": pack([build_report(hostile)])}
    payloads["empty"] = pack([build_report([])])
    for name, payload in payloads.items():
        (folder / f"{name}.html").write_text(explorer_page("Cases", payload), encoding="utf-8")
    return folder


def column(watched: Watched, name: str) -> list[str]:
    """The texts of a column in the rows that are drawn, from top to bottom."""
    found: list[str] = watched.page.evaluate(
        """name => {
          const heads = [...document.querySelectorAll(".cx-grid [role=columnheader]")];
          const words = head => head.querySelector(".cx-head-text").innerText.replace("\\n", " · ");
          const j = heads.findIndex(head => words(head) === name);
          const rows = [...document.querySelectorAll(".cx-pad .cx-row:not([hidden])")];
          rows.sort((a, b) => a.dataset.place - b.dataset.place);
          return rows.map(row => row.children[j].textContent);
        }""",
        name,
    )
    return found


def heads(watched: Watched) -> list[str]:
    """What the columns are called, without the runs' names."""
    found = watched.page.locator(".cx-grid").get_by_role("columnheader").all_inner_texts()
    return [text.strip().split("\n")[0] for text in found]


def head(watched: Watched, name: str) -> Any:
    return watched.page.locator(".cx-grid").get_by_role("columnheader", name=name).first


def open_menu(watched: Watched, name: str) -> Any:
    watched.page.locator(".cx-toolbar").get_by_role("button", name=name, exact=True).click()
    return watched.page.locator(".cx-panel:popover-open")


def active(watched: Watched) -> str:
    found: str = watched.page.evaluate(
        "document.getElementById(document.querySelector('.cx-grid').getAttribute('aria-activedescendant')).innerText"
    )
    return found

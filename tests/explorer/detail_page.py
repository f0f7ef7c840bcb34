"""The detail panel alone on a page, over a model whose data a test can hold back."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.module import _joined, _sheet
from cairn_nb.explorer.payload import Payload
from cairn_nb.records import CaseRow, Citation, Claim, Evidence, Passage
from tests.browser import Watched, open_page
from tests.report_factory import answered_row, build_report

PARTS = (
    "dom",
    "coded",
    "data",
    "state",
    "menu",
    "worddiff",
    "longtext",
    "claims",
    "passages",
    "trace",
    "tabular",
    "judge",
    "labels",
    "rating",
    "choice",
    "caseparts",
    "detail",
)
SCRIPT = """
const { state, blocks, kept: keeps } = JSON.parse(document.getElementById("data").textContent);
const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
const reactions = new Map();
const model = {
  state: { ...state, index: bytes(blocks.index), details: blocks.details.map(bytes), chunks: blocks.chunks.map(bytes) },
  get: key => model.state[key],
  set: (key, value) => {
    if (model.state[key] === value) return;
    model.state[key] = value;
    for (const reaction of reactions.get(`change:${key}`) ?? []) reaction();
  },
  on: (name, reaction) => reactions.set(name, [...(reactions.get(name) ?? []), reaction]),
  off: () => undefined,
  save_changes: () => undefined,
};
const index = await unpack(model.get("index")), read = blockReader(model), held = [];
const view = openView(model, index, async (kind, position) => {
  if (window.holding && kind === "details") await new Promise(go => held.push(go));
  return read(kind, position);
});
if (keeps) keepRatings(view);
const panel = caseDetail(view, { onClose: () => { window.wasClosed = true; },
  onMove: step => view.put({ selected: view.ids[view.position.get(view.get("selected")) + step] }) });
document.getElementById("root").append(ratingsButton(view), panel.element);
Object.assign(window, { view, held, wordDifference, labelsText });
document.body.dataset.ready = "1";
"""


def script_text() -> str:
    """The front end's parts that the panel needs, and the host above."""
    return _joined(PARTS) + SCRIPT


def write_page(
    path: Path, payload: Payload, *, state: Mapping[str, Any] | None = None, mode: str = "one", kept: bool = False
) -> Path:
    """Write a page of the panel over these data; `kept` says that ratings are kept in the browser's storage."""
    sheet = _sheet(("base", "detail", "parts"))
    blocks = {
        "index": _text(payload.index),
        "details": [_text(block) for block in payload.details],
        "chunks": [_text(block) for block in payload.chunks],
    }
    start = {"selected": None, "ratings": {}, "block": payload.block, **(state or {})}
    data = json.dumps({"state": start, "blocks": blocks, "kept": kept}).replace("<", "\\u003c")
    digest = base64.b64encode(hashlib.sha256(sheet.encode("utf-8")).digest()).decode("ascii")
    path.write_text(
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>Detail</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'; script-src 'unsafe-inline'; "
        f"style-src 'sha256-{digest}'\"><style>{sheet}</style></head>"
        f'<body><main class="cx" data-mode="{mode}"><h1 class="cx-title">Detail</h1><h2 class="cx-title">Cases</h2>'
        '<div class="cx-cases" id="root"></div></main>'
        f'<script type="application/json" id="data">{data}</script><script type="module">{script_text()}</script>'
        "</body></html>",
        encoding="utf-8",
    )
    return path


def opened_panel(context: Any, path: Path) -> Watched:
    """Open such a page and wait until it is ready and its case is shown."""
    watched = open_page(context, path)
    watched.page.wait_for_selector("body[data-ready]")
    watched.page.wait_for_selector(".cx-dbody:not([aria-busy])", state="attached")
    return watched


def select(watched: Watched, row_id: str | None) -> None:
    """Choose a case and wait until it is shown."""
    watched.page.evaluate("id => view.put({ selected: id })", row_id)
    watched.page.wait_for_selector(".cx-dbody:not([aria-busy])", state="attached")


def panel(context: Any, folder: Path, packed: Payload, selected: str | None, *, mode: str = "one") -> Watched:
    path = write_page(folder / "detail.html", packed, state={"selected": selected}, mode=mode)
    return opened_panel(context, path)


def part(watched: Watched, title: str) -> Any:
    """The part of the panel under a heading."""
    heading = watched.page.get_by_role("heading", name=title, exact=True)
    return watched.page.locator("section.cx-dpart").filter(has=heading)


def passage(chunk_id: str, text: str, rank: int = 1, **changes: Any) -> Passage:
    return Passage(
        **{"chunk_id": chunk_id, "source": f"{chunk_id}.md", "text": text, "rank": rank, "score": 0.5, **changes}
    )


def quoting(text: str, quote: str, chunk_id: str) -> Citation:
    """A citation as Python makes it: places count characters."""
    start = text.index(quote)
    return Citation(chunk_id=chunk_id, quote=quote, resolved=True, start=start, end=start + len(quote))


def one_case(row: CaseRow, evidence: Evidence | None, **changes: Any) -> Payload:
    report = build_report([row], **changes)
    return pack([report], [None if evidence is None else {(row.case_id, row.trial): evidence}])


def claimed(*claims: Claim) -> CaseRow:
    return answered_row("c1", claims=(len(claims), len(claims))).changed(claims=claims)


def _text(block: bytes) -> str:
    return base64.b64encode(block).decode("ascii")

"""One HTML file that makes no request and runs no code but ours.

The policy at its head names our own scripts and styles by hash; whatever a document, an answer or a notebook
output contains is text, or an image that cannot run. Only code written in this package is ever hashed. The
explorer's code lies packed in the page; what it opens to is named by hash like the rest.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Sequence

from cairn_nb.errors import CairnError
from cairn_nb.explorer.packing.packed_code import packed_code
from cairn_nb.explorer.page.module import boot_script, page_module, page_style, style
from cairn_nb.explorer.payload import Payload
from cairn_nb.explorer.tables.table import Table

HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
"""
NO_SCRIPTS = '<p class="note">Scripts are switched off here: this is the summary. With scripts, every case opens.</p>'


def explorer_page(title: str, payload: Payload) -> str:
    """The page of one explorer and nothing else.

    Parameters
    ----------
    title
        The page's heading, and shown in the browser's tab.
    payload
        One, two or many packed reports.
    """
    return page(title, f"<h1>{_text(title)}</h1>\n{explorer_slot(0, payload.fallback)}", [payload])


def page(title: str, body: str, explorers: Sequence[Payload] = ()) -> str:
    """Join a page.

    Parameters
    ----------
    title
        Shown in the browser's tab; escaped here.
    body
        Markup written by this package, every text in it escaped; `explorer_slot` marks where explorers go.
    explorers
        The data of each, in the order of their slots.

    Raises
    ------
    CairnError
        If our own code could end its script element early, or a slot is missing or doubled.
    """
    boot, sheet = "\n" + boot_script(), "\n" + page_style()
    _check_code(boot, sheet)
    for number in range(len(explorers)):
        if (found := body.count(_opening(number))) != 1:
            raise CairnError(f"the page has {found} slots for explorer {number}, not one")
    head = HEAD.format(policy=_policy((boot, page_module()), (sheet, style())), title=_text(title), style=sheet)
    first = [_data(number, "index", [payload.index]) for number, payload in enumerate(explorers)]
    rest = [part for number, payload in enumerate(explorers) for part in _rest(number, payload)]
    code = packed_code(style(), page_module())
    tail = "\n".join([*first, code, f"<script>{boot}</script>", *rest])
    return f"{head}{body}\n</main>\n{tail}\n</body>\n</html>\n"


def explorer_slot(number: int, fallback: Sequence[Table] = ()) -> str:
    """The element that the script fills with explorer `number`; without scripts its tables stand."""
    tables = "\n".join(table.to_html() for table in fallback)
    return f"{_opening(number)}{NO_SCRIPTS}\n{tables}</div>"


def _opening(number: int) -> str:
    return f'<div class="explorer" data-explorer="{number}">'


def _policy(scripts: Sequence[str], sheets: Sequence[str]) -> str:
    return (
        f"default-src 'none'; script-src {' '.join(map(_hash, scripts))}; style-src {' '.join(map(_hash, sheets))}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _hash(code: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(code.encode("utf-8")).digest()).decode("ascii") + "'"


def _check_code(*codes: str) -> None:
    for code in codes:
        if "</script" in code.lower() or "</style" in code.lower() or "<!--" in code:
            raise CairnError("the explorer's own code contains a tag that would end its element")


def _rest(number: int, payload: Payload) -> list[str]:
    """What is read after the first rows are drawn."""
    parts = {"texts": payload.texts, "details": payload.details, "chunks": payload.chunks}
    return [_data(number, kind, blocks) for kind, blocks in parts.items() if blocks]


def _data(number: int, kind: str, blocks: Sequence[bytes]) -> str:
    start = f'<script type="application/octet-stream" data-of="{number}" data-kind="{kind}">'
    return "\n".join(f"{start}{base64.b64encode(block).decode('ascii')}</script>" for block in blocks)


def _text(text: str) -> str:
    return html.escape(text.encode("utf-8", "backslashreplace").decode("utf-8"))

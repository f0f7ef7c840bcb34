"""The front end's functions in a browser, called from a test with a view's data and a state."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cairn_nb.explorer.page.module import MODULES, _joined
from tests.browser import open_page

PURE = MODULES[: MODULES.index("links")]
PAGE = """<!doctype html><meta charset="utf-8"><script type="application/json" id="view">{view}</script>
<script type="module">{code}
const model = {{ state: {{}}, get: key => model.state[key], set: (key, value) => {{ model.state[key] = value; }},
  on: () => undefined, off: () => undefined, save_changes: () => undefined }};
const index = JSON.parse(document.getElementById("view").textContent);
window.view = index && openView(model, index, null);
window.stated = state => {{ model.state = {{ filters: null, query: "", ...state }}; return knownState(view); }};
Object.assign(window, {{ {names} }});
document.body.dataset.ready = "";
</script><body></body>"""


def functions(context: Any, folder: Path, names: Sequence[str], view: dict[str, Any] | None = None) -> Any:
    """A page whose window has these functions, `view`, and `stated(state)`: that state as the view knows it."""
    data = json.dumps(view).replace("<", "\\u003c")
    path = folder / "functions.html"
    path.write_text(PAGE.format(view=data, code=_joined(PURE), names=", ".join(names)), encoding="utf-8")
    page = open_page(context, path).page
    page.wait_for_selector("body[data-ready]", state="attached")
    return page

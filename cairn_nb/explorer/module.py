"""The front end's files as the one ES module and style sheet that both hosts load.

Files are joined in the order of their dependencies: import lines between them are dropped and `export` is
taken off, so their top-level names must differ (a test holds that).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
MODULES = ("dom", "data", "rows", "detail", "explorer")
IMPORT = re.compile(r'^import .* from "\./[a-z_]+\.mjs";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(async )?function|const|class|let)", re.MULTILINE)


def _joined(names: tuple[str, ...]) -> str:
    texts = [(STATIC / f"{name}.mjs").read_text(encoding="utf-8") for name in names]
    return "\n".join(EXPORT.sub("", IMPORT.sub("", text)) for text in texts)


@cache
def widget_module() -> str:
    """The module that anywidget loads: its default export has `render`."""
    return _joined(MODULES)


@cache
def page_module() -> str:
    """The same module, followed by the stand-in for a model that a page uses."""
    return _joined((*MODULES, "page"))


@cache
def style() -> str:
    """The explorer's style sheet."""
    return (STATIC / "explorer.css").read_text(encoding="utf-8")


@cache
def page_style() -> str:
    """The page around it, and the explorer."""
    return (STATIC / "page.css").read_text(encoding="utf-8") + style()

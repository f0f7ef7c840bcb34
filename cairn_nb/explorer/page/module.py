"""The front end's files as the one ES module and style sheet that both hosts load.

Files are joined in the order of their dependencies: import lines between them are dropped and `export` is
taken off, so their top-level names must differ. Comments, indentation and the blanks around
signs are for the reader of the files and are taken off too; strings, templates and regular expressions stay as
they are. None of them runs over a line's end, and no template stands in another. Tests hold all of this.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cairn_nb.explorer.page.short_names import top_level_names, with_short_names

STATIC = Path(__file__).parents[1] / "static"
MODULES = (
    "dom",
    "coded",
    "haystack",
    "data",
    "state",
    "known",
    "pattern",
    "filter",
    "sort",
    "hash",
    "expression",
    "casequery",
    "copy",
    "menu",
    "labels",
    "rating",
    "rows",
    "facets",
    "ranges",
    "chips",
    "columns",
    "head",
    "grid",
    "toolbar",
    "table",
    "worddiff",
    "longtext",
    "claims",
    "passages",
    "trace",
    "tabular",
    "judge",
    "choice",
    "caseparts",
    "detail",
    "links",
    "whisker",
    "scale",
    "marks",
    "axes",
    "beside",
    "save",
    "saying",
    "figure",
    "banner",
    "numbers",
    "decision",
    "board",
    "sections",
    "layout",
    "keys",
    "print",
    "explorer",
)
STYLES = ("base", "table", "detail", "figure", "parts")
IMPORT = re.compile(r'^import .* from "\./[a-z_]+\.mjs";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(async )?function|const|class|let)", re.MULTILINE)
COMMENT = re.compile(r"^[ ]*(//.*|/\*(.|\n)*?\*/[ ]*)\n| {2,}// .*$", re.MULTILINE)
INDENT = re.compile(r"^\s+", re.MULTILINE)
# A string, a template or a regular expression; or signs with the blanks around them, but for those of a division, which
# would read like the beginning of an expression.
TEXT = r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`"""
PATTERN = r"(?<=[(,=:\[!&|?{};> ])/(?![/* ])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/"
SIGNS = re.compile(rf"(?P<kept>{TEXT}|{PATTERN})|(?<!/) *(?P<signs>[=(){{}}\[\],;:?<>&|!*%]+) *")
# A line's end ends no statement of ours: each has its semicolon, or is a block.
LINE_ENDS = re.compile(r"(?<=[;,{}(\[])\n(?!\Z)")
CSS_BLANKS = re.compile(r"(?<=[{};:,])\s+| +(?=\{)")


def _stripped(text: str) -> str:
    return INDENT.sub("", COMMENT.sub("", text))


def _tightened(text: str) -> str:
    return LINE_ENDS.sub("", SIGNS.sub(lambda found: found["kept"] or found["signs"], text))


def _joined(names: tuple[str, ...]) -> str:
    texts = [(STATIC / f"{name}.mjs").read_text(encoding="utf-8") for name in names]
    return "".join(_tightened(_stripped(EXPORT.sub("", IMPORT.sub("", text)))) for text in texts)


def _shortened(names: tuple[str, ...]) -> str:
    code = _joined(names)
    own = [name for file in names for name in top_level_names((STATIC / f"{file}.mjs").read_text(encoding="utf-8"))]
    return with_short_names(code, own, (found["kept"] for found in SIGNS.finditer(code) if found["kept"]))


def _sheet(names: tuple[str, ...]) -> str:
    texts = [(STATIC / f"{name}.css").read_text(encoding="utf-8") for name in names]
    return "".join(CSS_BLANKS.sub("", _stripped(text)) for text in texts)


@cache
def widget_module() -> str:
    """The module that anywidget loads: its default export has `render`."""
    return _shortened(MODULES)


@cache
def page_module() -> str:
    """The same module, followed by the stand-in for a model that a page uses."""
    return _shortened((*MODULES, "page"))


@cache
def boot_script() -> str:
    """What a page runs first: it opens the packed module and style."""
    return _joined(("boot",))


@cache
def style() -> str:
    """The explorer's style sheet."""
    return _sheet(STYLES)


@cache
def page_style() -> str:
    """The page around it, which also stands without scripts."""
    return _sheet(("page",))

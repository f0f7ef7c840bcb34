"""Joining the front end's files: nothing but comments and indentation is lost, and no name is there twice."""

from __future__ import annotations

import gzip
import re
from collections import Counter

import pytest

from cairn_nb.explorer.packing.packed_code import packed_code
from cairn_nb.explorer.page.module import (
    MODULES,
    STATIC,
    STYLES,
    _joined,
    page_module,
    page_style,
    style,
    widget_module,
)
from cairn_nb.explorer.page.page import page

FILES = (*MODULES, "page")
TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|class|let) (\w+)", re.MULTILINE)
EXPORTED = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)
IMPORTED = re.compile(r'^import \{ (.*) \} from "\./([a-z]+)\.mjs";$', re.MULTILINE)
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)
    |(?P<pattern>(?<=[(,=:\[!&|?{};>\s])/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n\[])+/)|(?P<code>\S)""",
    re.DOTALL | re.VERBOSE,
)


def source(name: str) -> str:
    return (STATIC / f"{name}.mjs").read_text(encoding="utf-8")


def tokens(text: str) -> list[str]:
    """Texts and patterns whole, code by its characters; comments and blanks between them are nothing."""
    return [match[0] for match in TOKEN.finditer(text) if match.lastgroup != "comment"]


def joined(text: str) -> str:
    """A file as it should come out, but for its comments and indentation."""
    return re.sub(r"^export (?!default)", "", re.sub(r"^import .*\n", "", text, flags=re.MULTILINE), flags=re.MULTILINE)


def test_joining_changes_no_code_and_no_text() -> None:
    assert tokens(_joined(FILES)) == [token for name in FILES for token in tokens(joined(source(name)))]


@pytest.mark.parametrize("name", (*FILES, "boot"))
def test_texts_and_patterns_are_told_from_code(name: str) -> None:
    found = list(TOKEN.finditer(source(name)))
    texts = [match["text"] for match in found if match["text"]]
    assert [text for text in texts if "\n" in text] == []
    assert [text for text in texts if text[0] == "`" and text.count("${") > text.count("}")] == [], "one in another"
    code = [match for match in found if match["code"]]
    assert [match for match in code if match["code"] in "\"'`\\"] == [], "a text that was not closed"
    slashes = [match.start() for match in code if match["code"] == "/"]
    assert {source(name)[at - 1 : at + 2] for at in slashes} <= {" / "}, "division, and nothing else"


def test_top_level_names_differ_across_files() -> None:
    names = Counter(found for name in FILES for found in TOP_LEVEL.findall(source(name)))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("name", FILES)
def test_what_a_file_imports_stands_before_it(name: str) -> None:
    for wanted, origin in IMPORTED.findall(source(name)):
        assert FILES.index(origin) < FILES.index(name)
        assert set(wanted.split(", ")) <= set(EXPORTED.findall(source(origin))), (name, origin)


def test_comments_and_indentation_are_taken_off() -> None:
    assert not re.search(r"^(import |\s|//|/\*)|  // ", page_module() + style(), re.MULTILINE)
    assert "use strict" not in widget_module()
    assert widget_module().endswith("export default explorer;\n")


def test_every_file_is_joined() -> None:
    assert {path.stem for path in STATIC.glob("*.mjs")} == {*FILES, "boot"}
    assert {path.stem for path in STATIC.glob("*.css")} == {*STYLES, "page"}


def test_every_colour_that_is_used_is_defined() -> None:
    sheets = page_style() + style()
    defined = set(re.findall(r"(--[a-z0-9-]+):", sheets))
    used = {name for name in re.findall(r"var\((--[a-z0-9-]+)", sheets) if not name.startswith("--jp-")}
    assert used <= defined


def test_markup_and_styles_come_from_no_text() -> None:
    markup = re.compile(r"(inner|outer)HTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
    style_text = re.compile(r"setAttribute\(.style.|[{,] style:")
    for line in page_module().splitlines():
        assert not markup.search(line)
        assert not style_text.search(line)


def test_joining_styles_changes_no_rule_and_no_text() -> None:
    def bare(text: str) -> str:
        return re.sub(r"\s", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))

    whole = "".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
    assert bare(style()) == bare(whole)
    texts = re.compile(r'"[^"]*"')
    assert texts.findall(style()) == texts.findall(re.sub(r"/\*.*?\*/", "", whole, flags=re.DOTALL))


def test_packed_code_opens_to_what_was_packed() -> None:
    element = packed_code("a {}", "<!-- </script>\n" + "é🚲" * 100)
    data, text = re.fullmatch(r'<script [^>]* data-bytes="(\d+)">(.*)</script>', element).groups()  # type: ignore[union-attr]
    assert "<" not in text
    values = [ord("<" if sign == "|" else sign) - 33 for sign in text]
    bits = "".join(f"{first * 91 + second:013b}" for first, second in zip(values[::2], values[1::2], strict=True))
    packed = bytes(int(bits[at : at + 8], 2) for at in range(0, 8 * int(data), 8))
    assert gzip.decompress(packed).decode("utf-8") == "<!-- </script>\n" + "é🚲" * 100 + "\0a {}"


def test_an_empty_page_stays_small() -> None:
    assert len(page("", "").encode("utf-8")) <= 60_000


def styled(name: str) -> set[str]:
    """The classes that a sheet gives a look by themselves, outside of printing and other media."""
    text = re.sub(r"/\*.*?\*/", "", (STATIC / f"{name}.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = [one.strip() for group in re.findall(r"^(\.[^{}]*)\{", text, re.MULTILINE) for one in group.split(",")]
    return {one for one in selectors if re.fullmatch(r"\.cx-[a-z-]+", one)}


def test_no_two_sheets_give_one_class_a_look() -> None:
    found = Counter(one for name in STYLES for one in styled(name))
    assert [one for one, count in found.items() if count > 1] == []

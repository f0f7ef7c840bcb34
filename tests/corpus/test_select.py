from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

from cairn_nb.config.model import INCLUDE
from cairn_nb.corpus.parsed import SkipReason
from cairn_nb.corpus.select import select_files
from cairn_nb.errors import CorpusError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (
        "a.md",
        "B.MD",
        "sub/deep/c.txt",
        "sub/d.htm",
        "e.markdown",
        "f.csv",
        "LICENSE",
        ".hidden.md",
        ".git/x.md",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text", encoding="utf-8")
    (tmp_path / "~$word.docx").write_bytes(b"lock")
    return tmp_path


def chosen(folder: Path, include: tuple[str, ...] = INCLUDE, exclude: tuple[str, ...] = ()) -> list[str]:
    return [file.source for file in select_files(folder, include=include, exclude=exclude).files]


def test_every_file_is_chosen_or_has_a_reason_with_the_next_step(folder: Path) -> None:
    selection = select_files(folder, include=INCLUDE, exclude=())
    assert [file.source for file in selection.files] == ["B.MD", "a.md", "sub/deep/c.txt"]
    assert {skip.source: skip.reason for skip in selection.skipped} == {
        ".git/": SkipReason.HIDDEN,
        ".hidden.md": SkipReason.HIDDEN,
        "LICENSE": SkipReason.NOT_INCLUDED,
        "e.markdown": SkipReason.NOT_INCLUDED,
        "f.csv": SkipReason.NOT_INCLUDED,
        "sub/d.htm": SkipReason.NOT_INCLUDED,
        "~$word.docx": SkipReason.HIDDEN,
    }
    details = {skip.source: skip.detail for skip in selection.skipped}
    assert details["sub/d.htm"] == 'to read it, add "**/*.htm" to ingest.include'
    assert details["f.csv"] == "there is no reader for .csv; convert it to md, txt, html, pdf or docx"
    assert "files without an extension" in details["LICENSE"]


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        (("*.md",), ["B.MD", "a.md"]),
        (("**/*.HTM",), ["sub/d.htm"]),
        (("sub/**",), ["sub/d.htm", "sub/deep/c.txt"]),
        (("sub/*",), ["sub/d.htm"]),
        (("**/[ab].md",), ["a.md"]),
        (("**/[!a].md",), ["B.MD"]),
        (("?.csv",), ["f.csv"]),
        ((), []),
    ],
)
def test_globs(folder: Path, include: tuple[str, ...], expected: list[str]) -> None:
    assert chosen(folder, include) == expected


@pytest.mark.parametrize("pattern", ["c.txt", "sub/*", "*/c.TXT", "sub/deep/c.txt"])
def test_an_excluded_file_is_named_with_its_pattern(folder: Path, pattern: str) -> None:
    selection = select_files(folder, include=INCLUDE, exclude=(pattern,))
    excluded = {skip.source: skip.detail for skip in selection.skipped if skip.reason == SkipReason.EXCLUDED}
    assert excluded["sub/deep/c.txt"] == f"matched by {pattern}"


def test_links_pipes_and_odd_names_never_block_or_abort(folder: Path) -> None:
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    (folder / "broken.md").symlink_to(folder / "nowhere.md")
    (folder / "linked.md").symlink_to(folder / "a.md")
    os.mkfifo(folder / "pipe.md")
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.md")).write_text("text", encoding="utf-8")
    selection = select_files(folder, include=INCLUDE, exclude=())
    reasons = {skip.source: skip.reason for skip in selection.skipped}
    assert reasons["loop/"] == reasons["broken.md"] == reasons["pipe.md"] == SkipReason.NOT_A_FILE
    assert reasons["caf\\udce9.md"] == SkipReason.UNREADABLE
    assert "linked.md" in [file.source for file in selection.files]


def test_a_name_is_the_same_source_in_either_unicode_form(tmp_path: Path) -> None:
    (tmp_path / unicodedata.normalize("NFD", "Übersicht.md")).write_text("text", encoding="utf-8")
    assert chosen(tmp_path) == [unicodedata.normalize("NFC", "Übersicht.md")]


def test_a_missing_folder_or_a_file_in_its_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no such folder.*cairn corpus generate"):
        select_files(tmp_path / "none", include=INCLUDE, exclude=())
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(CorpusError, match="must be a folder"):
        select_files(tmp_path / "file", include=INCLUDE, exclude=())

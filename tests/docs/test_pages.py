"""The reader of pages: it would be no use if it let a command pass."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import UNEXPECTED, blocks, commands, script


def page(folder: Path, text: str) -> Path:
    place = folder / "page.md"
    place.write_text(text, encoding="utf-8")
    return place


def test_a_block_knows_its_language_and_line(tmp_path: Path) -> None:
    found = blocks(page(tmp_path, "# Title\n\n```bash\ntrue\n```\n\n```yaml\na: 1\n```\n"))
    assert [(block.language, block.line, block.text) for block in found] == [
        ("bash", 4, "true\n"),
        ("yaml", 8, "a: 1\n"),
    ]


def test_commands_take_their_continuation_and_here_document_with_them(tmp_path: Path) -> None:
    text = "```bash\n# a comment\na \\\n  b  # exit 1\ncat > x <<'END'\n# not a comment\nEND\n\nc\n```\n"
    [block] = blocks(page(tmp_path, text))
    assert [(command.text, command.line, command.expected) for command in commands(block)] == [
        ("a b  # exit 1", 3, 1),
        ("cat > x <<'END'\n# not a comment\nEND", 5, 0),
        ("c", 9, 0),
    ]


@pytest.mark.parametrize(
    ("shell", "code", "place"),
    [
        ("true\nfalse  # exit 1\n(exit 2)  # exit 2", 0, ""),
        ("true\nfalse\ntrue", UNEXPECTED, "page.md:3"),
        ("true  # exit 1", UNEXPECTED, "page.md:2"),
        ("(exit 2)  # exit 1", UNEXPECTED, "page.md:2"),
        ('mkdir a\ncd a\ntest "$(basename $PWD)" = a', 0, ""),
    ],
)
def test_a_script_stops_where_a_command_ends_unexpectedly(tmp_path: Path, shell: str, code: int, place: str) -> None:
    text = script(page(tmp_path, f"```bash\n{shell}\n```\n"), instead={})
    done = subprocess.run(["bash", "-c", text], cwd=tmp_path, capture_output=True, text=True, timeout=30)
    assert done.returncode == code
    assert place in done.stderr


def test_what_cannot_be_run_is_replaced(tmp_path: Path) -> None:
    text = script(page(tmp_path, "```bash\nmake demo    # hours\n```\n"), instead={"make demo": "true"})
    assert "make" not in text.splitlines()[1]

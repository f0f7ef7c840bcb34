"""The pages of the documentation, their fenced blocks, and a page as one shell script that checks itself."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECTED = re.compile(r"\s#\s*exit (\d)\s*$")
HEREDOC = re.compile(r"<<'(\w+)'")
UNEXPECTED = 99


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the page's line on which the text begins."""

    page: Path
    language: str
    text: str
    line: int

    def __str__(self) -> str:
        return f"{self.page.name}:{self.line}"


@dataclass(frozen=True)
class Command:
    """What a person types at once, where it stands, and the exit code it must have."""

    text: str
    line: int
    expected: int


def blocks(page: Path, *languages: str) -> list[Block]:
    """The page's blocks of these languages, in order; of any, when none is named."""
    text = page.read_text(encoding="utf-8")
    found = [Block(page, m[1], m[2], text.count("\n", 0, m.start()) + 2) for m in FENCE.finditer(text)]
    return [block for block in found if not languages or block.language in languages]


def commands(block: Block) -> Iterator[Command]:
    """The commands of a shell block; a line that goes on, or opens a here-document, is taken with what follows."""
    lines = list(enumerate(block.text.splitlines(), start=block.line))
    while lines:
        number, text = lines.pop(0)
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        expected = EXPECTED.search(text)
        if heredoc := HEREDOC.search(text):
            while lines and text.splitlines()[-1] != heredoc[1]:
                text += "\n" + lines.pop(0)[1]
        while text.endswith("\\") and lines:
            text = text.removesuffix("\\") + lines.pop(0)[1].strip()
            expected = EXPECTED.search(text)
        yield Command(text, number, int(expected[1]) if expected else 0)


def script(page: Path, *, instead: dict[str, str]) -> str:
    """A page's shell and Python blocks as one script, which stops at the first command that ends unexpectedly.

    Parameters
    ----------
    instead
        What is run in place of a text, for what cannot be run in a test.
    """
    parts = ["set -u"]
    for block in blocks(page, "bash", "python"):
        if block.language == "python":
            program = Command(f"python - <<'END_OF_PYTHON'\n{block.text}END_OF_PYTHON", block.line, 0)
            parts.append(_checked(page, program))
            continue
        for command in commands(block):
            text = command.text
            for shown, run in instead.items():
                text = text.replace(shown, run)
            parts.append(_checked(page, Command(text, command.line, command.expected)))
    return "\n".join(parts) + "\n"


def _checked(page: Path, command: Command) -> str:
    place = shlex.quote(f"{page.name}:{command.line}")
    failed = f'echo {place} "ended in $code, not in {command.expected}" >&2; exit {UNEXPECTED}'
    return f"{command.text}\ncode=$?; if [ $code -ne {command.expected} ]; then {failed}; fi"

"""What every refusal of the command has in common."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.foreign.projects import Done, Project


def contents(folder: Path) -> dict[str, bytes]:
    """Every file under a folder; locks and kept replies are no content."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".lock" and path.parent.name != "replies"
    }


def refused(project: Project, *args: str, says: tuple[str, ...], env: Mapping[str, str] | None = None) -> Done:
    """Run a command that has to end in 2, with a message and no traceback, and to leave every file as it was."""
    before = contents(project.folder)
    done = project.cairn(*args, env=env)
    assert done.code == 2, f"exit {done.code}\n{done.out}\n{done.err}"
    assert "Traceback" not in done.err
    last = done.err.strip().split("error: ")[-1]
    missing = [text for text in says if text not in last]
    assert not missing, f"{missing} not said in: {done.err}"
    after = contents(project.folder)
    assert after == before, sorted(set(after) ^ set(before)) or "a file was changed"
    return done

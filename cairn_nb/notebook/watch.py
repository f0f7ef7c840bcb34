"""Draw the progress of a notebook's kernel on the terminal that started it.

The kernel appends a JSON line a change to a file (see `cairn_nb.progress`); a thread here reads them.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

INTERVAL_S = 0.2


@contextmanager
def draw_progress(lines: Path) -> Iterator[None]:
    """Draw bars while the body runs; nothing when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    thread = threading.Thread(target=_follow, args=(lines, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _follow(lines: Path, done: threading.Event) -> None:
    from tqdm import tqdm

    bar: Any = None
    offset = 0
    while True:
        finished = done.wait(INTERVAL_S)
        offset, changes = _new_lines(lines, offset)
        for change in changes:
            if bar is None or bar.desc != change["description"]:
                if bar is not None:
                    bar.close()
                bar = tqdm(total=change["total"], desc=change["description"], leave=False, file=sys.stderr)
            bar.update(change["done"] - bar.n)
        if finished:
            break
    if bar is not None:
        bar.close()


def _new_lines(path: Path, offset: int) -> tuple[int, list[dict[str, Any]]]:
    if not path.exists():
        return offset, []
    with path.open("rb") as stream:
        stream.seek(offset)
        whole, newline, _ = stream.read().rpartition(b"\n")
    if not newline:
        return offset, []
    return offset + len(whole) + 1, [json.loads(line) for line in whole.splitlines()]

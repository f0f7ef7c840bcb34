"""One way to show that a long step moves: a bar on a terminal, a bar in a live notebook, else silence.

The environment variable ``CAIRN_PROGRESS`` decides when it is set: ``off`` for silence, ``bar`` for a bar
on stderr whatever stderr is, or ``file:PATH`` to append one JSON line a change for a parent process that
draws the bar itself (how a verb shows the progress of the notebook it runs).
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

Item = TypeVar("Item")
Advance = Callable[[int], None]


def _silent(_: int = 1) -> None:
    return None


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and hasattr(shell, "kernel")


@contextmanager
def _bar(description: str, total: int | None) -> Iterator[Advance]:
    from tqdm.auto import tqdm

    with tqdm(total=total, desc=description, leave=False, file=None if _in_notebook() else sys.stderr) as bar:

        def advance(n: int = 1) -> None:
            bar.update(n)

        yield advance


@contextmanager
def _lines(path: str, description: str, total: int | None) -> Iterator[Advance]:
    done, last = 0, 0.0

    def write() -> None:
        with Path(path).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps({"description": description, "done": done, "total": total}) + "\n")

    def advance(n: int = 1) -> None:
        nonlocal done, last
        done += n
        if time.monotonic() - last > 0.1 or done == total:
            last = time.monotonic()
            write()

    write()
    yield advance


@contextmanager
def progress(description: str, total: int | None = None) -> Iterator[Advance]:
    """A step of `total` parts; call the value with how many are done since the last call.

    Parameters
    ----------
    description
        What is going on, in a word or two.
    total
        How many parts there are, when that is known.
    """
    mode = os.environ.get("CAIRN_PROGRESS", "")
    if mode.startswith("file:"):
        with _lines(mode.removeprefix("file:"), description, total) as advance:
            yield advance
    elif mode == "bar" or (mode != "off" and (_in_notebook() or sys.stderr.isatty())):
        with _bar(description, total) as advance:
            yield advance
    else:
        yield _silent


def track(items: Iterable[Item], description: str, total: int | None = None) -> Iterator[Item]:
    """The same items, with progress."""
    with progress(description, total) as advance:
        for item in items:
            yield item
            advance(1)

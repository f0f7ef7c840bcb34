"""Steps of ingestion that several configurations share: done once for each different input.

A step's result is a folder named by the digest of everything it depends on. Builders of one step wait for
each other; a result that was damaged since is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cairn_nb.errors import InputError
from cairn_nb.files import strict_json
from cairn_nb.files.lock import FileLock
from cairn_nb.retrieval.folders import building, check_files, digests, holding
from cairn_nb.version import __version__

FILES = "files.json"
KEPT_PER_STEP = 8
PACKAGE = Path(__file__).parents[1]
# Whoever changes how a file is read, cut, counted or hashed into a vector gets new results.
CODE = ("corpus/**/*.py", "text/*.py", "providers/hashing.py", "retrieval/lexical.py", "retrieval/stored.py")


@dataclass(frozen=True)
class Shared:
    """A finished step: its folder, its key, and the digest of each of its files."""

    folder: Path
    key: str
    files: dict[str, str]


def step_key(*parts: Any) -> str:
    """32 hex digits that depend on the parts (plain data) and on the code that makes the results."""
    text = json.dumps([_code_digest(), *parts], sort_keys=True, ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


@cache
def _code_digest() -> str:
    digest = hashlib.sha256(__version__.encode())
    for pattern in CODE:
        for path in sorted(PACKAGE.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


async def shared_step(
    root: Path, name: str, key: str, make: Callable[[Path], Awaitable[None]], *, anew: bool = False
) -> Shared:
    """A step's result: the one that is there, or what `make` writes into a folder now.

    Parameters
    ----------
    root
        Where results are kept.
    name
        The step.
    key
        `step_key` of everything that decides the result.
    anew
        Make it also where it is there.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    folder = root / f"{name}-{key}"
    async with holding(root / f"{name}-{key}.lock"):
        files = None if anew else _whole_files(folder)
        if files is None:
            with building(folder) as temporary:
                await make(temporary)
                files = digests(temporary)
                (temporary / FILES).write_text(json.dumps(files), encoding="utf-8")
        os.utime(folder)
    _forget_oldest(root, name)
    return Shared(folder, key, files)


def _whole_files(folder: Path) -> dict[str, str] | None:
    """The digests of a result's files, or None when there is no undamaged result."""
    if not folder.is_dir():
        return None
    try:
        files: dict[str, str] = strict_json.read(folder / FILES)
        check_files(folder, files)
    except InputError:
        return None
    return files


def _forget_oldest(root: Path, name: str) -> None:
    """Keep the results that were used last; an index has its own links to the files it needs."""
    folders = [path for path in root.glob(f"{name}-*") if path.is_dir()]
    try:
        folders.sort(key=lambda path: -path.stat().st_mtime_ns)
    except FileNotFoundError:  # somebody else is tidying up at this moment
        return
    for folder in folders[KEPT_PER_STEP:]:
        lock = FileLock(folder.with_name(f"{folder.name}.lock"))
        if lock.try_acquire():
            shutil.rmtree(folder, ignore_errors=True)
            lock.release()

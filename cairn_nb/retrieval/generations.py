"""An index folder: whole generations beside each other, and one small file that names the current one.

::

    <index.dir>/<config>/current          the name of a generation
    <index.dir>/<config>/gen-<digest>/    manifest.json and the files it lists

A reader follows the pointer, which is replaced in one step, so an ingest that is killed at any moment, or
four at once, leave an index that can be read.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from cairn_nb.errors import InputError, StoredIndexError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import write_text
from cairn_nb.records import Manifest
from cairn_nb.retrieval.folders import building, check_files, holding
from cairn_nb.retrieval.stored import parsed

POINTER = "current"
MANIFEST = "manifest.json"
LOCK = "build.lock"
REMEDY = "run `cairn ingest`"


def generation_name(manifest: Manifest) -> str:
    """The folder of a manifest: a digest of everything in it but the time."""
    content = manifest.model_dump(mode="json", exclude={"created_at"})
    text = json.dumps(content, sort_keys=True, ensure_ascii=True, allow_nan=False)
    return f"gen-{hashlib.sha256(text.encode('ascii')).hexdigest()[:16]}"


def current_generation(index_dir: Path) -> Path:
    """The folder that the pointer names.

    Raises
    ------
    StoredIndexError
        If there is no index, or its pointer leads nowhere.
    """
    pointer = index_dir / POINTER
    if not pointer.is_file():
        raise StoredIndexError("there is no index", path=index_dir, hint=REMEDY)
    name = strict_json.read_text(pointer, error=StoredIndexError).strip()
    folder = index_dir / name
    if not name.startswith("gen-") or "/" in name or not folder.is_dir():
        raise StoredIndexError(f"names the folder {name!r}, which is not there", path=pointer, hint=REMEDY)
    return folder


def read_manifest(folder: Path) -> Manifest:
    """A generation's manifest.

    Raises
    ------
    StoredIndexError
        If it is missing, damaged, or not the one that this folder was made with.
    """
    path = folder / MANIFEST
    text = strict_json.read_text(path, error=StoredIndexError)
    strict_json.loads(text, path, error=StoredIndexError)
    manifest = parsed(Manifest, text, path)
    if generation_name(manifest) != folder.name:
        raise StoredIndexError("was edited: it is not the manifest of its folder", path=path, hint=REMEDY)
    return manifest


async def publish(index_dir: Path, manifest: Manifest, fill: Callable[[Path], Awaitable[None]]) -> Manifest:
    """Make a generation the current one.

    Parameters
    ----------
    index_dir
        The index folder.
    manifest
        The new generation's, with the digests of its files.
    fill
        Puts those files into a folder.

    Returns
    -------
    Manifest
        The manifest in force: an equal generation that is there already, whole, keeps its own time.

    Raises
    ------
    StorageError
        If it cannot be written; the old generation stays current.
    """
    folder = index_dir / generation_name(manifest)
    async with holding(index_dir / LOCK):
        existing = _whole_manifest(folder)
        if existing is None:
            with building(folder) as temporary:
                await fill(temporary)
                (temporary / MANIFEST).write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")
        before = _pointed_at(index_dir)
        if before != folder.name:
            write_text(index_dir / POINTER, folder.name + "\n")
        _remove_others(index_dir, kept={folder.name, before})
    return existing or manifest


def _whole_manifest(folder: Path) -> Manifest | None:
    if not folder.is_dir():
        return None
    try:
        manifest = read_manifest(folder)
        check_files(folder, manifest.files)
    except InputError:
        return None
    return manifest


def _pointed_at(index_dir: Path) -> str | None:
    try:
        return current_generation(index_dir).name
    except InputError:
        return None


def _remove_others(index_dir: Path, *, kept: set[Any]) -> None:
    """Remove older generations and unfinished ones; a reader may be opening the one before, so that one stays."""
    for pointer in index_dir.glob(f".{POINTER}.*.tmp"):
        pointer.unlink(missing_ok=True)
    for path in [*index_dir.glob("gen-*"), *index_dir.glob(".gen-*.tmp")]:
        if path.name not in kept:
            shutil.rmtree(path, ignore_errors=True)  # open elsewhere: the next ingest removes it

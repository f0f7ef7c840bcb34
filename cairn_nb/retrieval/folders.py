"""Folders that are there whole or not at all, and whose every file is checked by digest."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import secrets
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

from cairn_nb.errors import StoredIndexError
from cairn_nb.files.atomic import storage_error, sync_folder
from cairn_nb.files.lock import FileLock

READ_BYTES = 1 << 20
LOCK_PAUSE_S = 0.05


@contextlib.asynccontextmanager
async def holding(path: Path) -> AsyncIterator[None]:
    """Hold a lock, however long it takes to come free; the event loop goes on meanwhile."""
    lock = FileLock(path)
    while not lock.try_acquire():
        await asyncio.sleep(LOCK_PAUSE_S)
    try:
        yield
    finally:
        lock.release()


def file_sha256(path: Path) -> str:
    """The digest of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while part := stream.read(READ_BYTES):
            digest.update(part)
    return digest.hexdigest()


def digests(folder: Path) -> dict[str, str]:
    """The sha256 of every file under a folder, by its POSIX path in it, in order."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): file_sha256(path) for path in paths}


def check_files(folder: Path, files: Mapping[str, str], *, hint: str = "run `cairn ingest`") -> None:
    """That every file is there and has its digest.

    Raises
    ------
    StoredIndexError
        Naming the first file that is missing or differs.
    """
    for name, expected in files.items():
        path = folder / name
        try:
            found = file_sha256(path)
        except OSError as error:
            raise StoredIndexError(f"cannot be read: {error.strerror or error}", path=path, hint=hint) from error
        if found != expected:
            raise StoredIndexError("was damaged or edited: its digest differs", path=path, hint=hint)


@contextlib.contextmanager
def building(target: Path) -> Iterator[Path]:
    """A temporary folder that becomes `target` when the block ends well; hold a lock on `target` meanwhile.

    What earlier builders of it left behind when they were killed is removed, and so is a damaged `target`.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    prefix = f".{target.name}."
    temporary = target.with_name(f"{prefix}{os.getpid()}-{secrets.token_hex(4)}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for left_over in target.parent.glob(f"{prefix}*.tmp"):
            shutil.rmtree(left_over)
        temporary.mkdir()
        yield temporary
        sync_tree(temporary)
        if target.exists():
            target.rename(target.with_name(f"{prefix}{secrets.token_hex(4)}.old.tmp"))
        temporary.rename(target)
        sync_folder(target.parent)
    except OSError as error:
        raise storage_error(error, target) from error
    finally:
        for left_over in target.parent.glob(f"{prefix}*.tmp"):
            shutil.rmtree(left_over, ignore_errors=True)  # open elsewhere: the next builder removes it


def sync_tree(folder: Path) -> None:
    """Make a folder's files and names survive a power cut."""
    for path in folder.rglob("*"):
        if path.is_dir():
            sync_folder(path)
        else:
            with path.open("rb+") as stream:
                os.fsync(stream.fileno())
    sync_folder(folder)


def link_files(source: Path, target: Path, names: Mapping[str, str] | tuple[str, ...]) -> None:
    """The same files under another folder: links where the disk has them, else copies."""
    for name in names:
        place = target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            place.hardlink_to(source / name)
        except OSError:
            shutil.copyfile(source / name, place)

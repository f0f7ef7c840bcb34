"""Whole files or none: a reader sees the old content or the new, never half of it, whatever kills the writer."""

from __future__ import annotations

import contextlib
import glob
import json
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from cairn_nb.errors import StorageError

PROBE = ".probe"
PROBE_BYTES = 4096
ABANDONED_AFTER_S = 3600.0


def storage_error(error: OSError, path: Path) -> StorageError:
    """The operating system's refusal to write, as a sentence with the next step."""
    return StorageError(
        f"cannot be written: {error.strerror or error}",
        path=path,
        hint="free some space or choose a folder you may write to, then run the same command again",
    )


def sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a power cut (where the system can open folders)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def replacing(path: Path | str) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of `path` when the block ends well.

    The content goes to a temporary name in the same folder, is synced, and is renamed. When the block or
    the disk fails, the temporary file is removed and the old file stays as it was.

    Raises
    ------
    StorageError
        If the folder or file cannot be written.
    """
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(target)
        with temporary.open("xb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise storage_error(error, target) from error
    finally:
        with contextlib.suppress(OSError):  # gone after the rename; never made when the folder refuses
            temporary.unlink(missing_ok=True)


def _remove_abandoned(target: Path) -> None:
    """Remove what writers of this file left behind when they were killed, long enough ago that none is alive."""
    for path in target.parent.glob(f".{glob.escape(target.name)}.*.tmp"):
        with contextlib.suppress(FileNotFoundError):  # somebody else removed it
            if time.time() - path.stat().st_mtime > ABANDONED_AFTER_S:
                path.unlink()


def write_bytes(path: Path | str, data: bytes) -> None:
    """Replace a file by these bytes.

    Raises
    ------
    StorageError
        If the folder or file cannot be written; the old file is untouched.
    """
    with replacing(path) as stream:
        stream.write(data)


def write_text(path: Path | str, text: str) -> None:
    """Replace a file by this text, as UTF-8 with the line ends it has."""
    write_bytes(path, text.encode("utf-8"))


def write_json(path: Path | str, value: Any, *, indent: int | None = 2) -> None:
    """Replace a file by this value as JSON.

    Raises
    ------
    ValueError
        If a number is not finite, which JSON cannot say.
    """
    write_text(path, json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False) + "\n")


def check_writable(folder: Path | str, *, min_free_mb: float = 16.0) -> None:
    """Find out now, before money is spent, that a folder cannot take the results.

    Creates the folder, really writes and syncs a file in it, removes that again, and looks at the free space.

    Parameters
    ----------
    folder
        Where something will be written later.
    min_free_mb
        How many megabytes (of 2**20 bytes) must be free.

    Raises
    ------
    StorageError
        If any of it fails.
    """
    place = Path(folder)
    probe = place / PROBE
    write_bytes(probe, b"\0" * PROBE_BYTES)
    try:
        probe.unlink(missing_ok=True)  # another run may be looking too
        free_mb = shutil.disk_usage(place).free / 2**20
    except OSError as error:
        raise storage_error(error, place) from error
    if free_mb < min_free_mb:
        raise StorageError(
            f"has {free_mb:.0f} MB free, {min_free_mb:.0f} MB are needed",
            path=place,
            hint="free some space before starting, so that no paid answer is lost",
        )

"""Replies on disk, by the whole content of what was asked, so that nothing is paid for twice.

One SQLite file in write-ahead mode: a reply is there or not, whatever kills the writer; processes may share
the file; and keeping a reply costs a twentieth of what a file of its own does. Each entry carries the digest
of its value: one that was altered is passed over with a warning and written anew, and so is a whole file
that is no database any more. Entries know what was asked only as a digest, and no key. Delete the folder to
forget everything.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

FORMAT = "cairn-replies-1"
BUSY_S = 2.0
SCHEMA = "create table if not exists replies (key text primary key, digest blob, value text) without rowid"
READ = "select digest, value from replies where key = ?"
WRITE = "insert or replace into replies values (?, ?, ?)"

Result = TypeVar("Result")


class DamagedCacheWarning(UserWarning):
    """A cached reply could not be used or kept; the model is asked instead."""


def content_key(content: Mapping[str, Any]) -> str:
    """The sha256 (hex) of everything that determines a reply, as sorted JSON."""
    text = json.dumps([FORMAT, content], sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def text_key(*texts: str) -> str:
    """The sha256 (hex) of texts that together determine a reply, in order: cheaper than `content_key` for long ones."""
    whole = hashlib.sha256(FORMAT.encode("ascii"))
    for text in texts:
        part = text.encode("utf-8", "surrogatepass")
        whole.update(b"%d:" % len(part))
        whole.update(part)
    return whole.hexdigest()


class ReplyCache:
    """A folder of replies. May be used from several threads and processes.

    Parameters
    ----------
    folder
        Where they lie; made when the first one is looked for.
    """

    def __init__(self, folder: Path | str) -> None:
        self.path = Path(folder) / f"{FORMAT}.sqlite"
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._n_bypassing = 0

    @contextmanager
    def bypassed(self) -> Iterator[None]:
        """Inside the block the models behind this cache are asked themselves, and what they say is not kept."""
        self._n_bypassing += 1
        try:
            yield
        finally:
            self._n_bypassing -= 1

    @property
    def is_bypassed(self) -> bool:
        """Whether replies are neither looked for here nor kept."""
        return self._n_bypassing > 0

    def get(self, key: str) -> str | None:
        """The value kept under a key; null when there is none or it is damaged, which is warned of."""
        return self.get_many([key]).get(key)

    def get_many(self, keys: Iterable[str]) -> dict[str, str]:
        """The values kept under these keys, for those that have one."""

        def read(connection: sqlite3.Connection) -> dict[str, tuple[bytes, str]]:
            rows = {key: connection.execute(READ, (key,)).fetchone() for key in keys}
            return {key: row for key, row in rows.items() if row is not None}

        rows = self._with_connection(read) or {}
        return {key: value for key, (digest, value) in rows.items() if self._is_whole(key, digest, value)}

    def put(self, key: str, value: str) -> None:
        """Keep a value. A disk that refuses is warned of: the reply itself is not lost by it."""
        self.put_many({key: value})

    def put_many(self, values: Mapping[str, str]) -> None:
        """Keep several values, all or none."""
        rows = [(key, _digest(value), value) for key, value in values.items()]

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.executemany(WRITE, rows)

        self._with_connection(write)

    def reject(self, key: str) -> None:
        """Say that the value kept under a key is not what was expected there; the next `put` replaces it."""
        self._warn(f"the reply {key[:12]} does not hold what was asked for")

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _is_whole(self, key: str, digest: Any, value: Any) -> bool:
        whole = isinstance(value, str) and digest == _digest(value)
        if not whole:
            self._warn(f"the reply {key[:12]} is damaged")
        return whole

    def _with_connection(self, action: Callable[[sqlite3.Connection], Result]) -> Result | None:
        """Do something with the file; null, with a warning, when it cannot be used."""
        with self._lock:
            try:
                return self._attempt(action)
            except (sqlite3.Error, OSError) as error:
                problem = str(error)
        self._warn(problem)
        return None

    def _attempt(self, action: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            return action(self._opened())
        except sqlite3.OperationalError:  # full, locked or not permitted: the file itself is sound
            raise
        except sqlite3.DatabaseError as error:
            self._set_aside(str(error))
            return action(self._opened())

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY_S, check_same_thread=False)
            weakref.finalize(self, connection.close)
            self._connection = connection
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = normal")
            connection.execute(SCHEMA)
        return self._connection

    def _set_aside(self, problem: str) -> None:
        """Rename a file that is no database any more, with what belongs to it, so that a new one can begin."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        suffix = f".damaged-{secrets.token_hex(4)}"
        for name in ("", "-wal", "-shm"):
            part = Path(f"{self.path}{name}")
            if part.exists():
                part.replace(f"{part}{suffix}")
        self._warn(f"{problem}; it is kept as {self.path.name}{suffix} and a new one is begun")

    def _warn(self, problem: str) -> None:
        warnings.warn(f"{self.path}: {problem}", DamagedCacheWarning, stacklevel=2)


def _digest(value: str) -> bytes:
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).digest()

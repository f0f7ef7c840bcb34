"""Replies on disk, by the whole content of what was asked, so that nothing is paid for twice.

One small file a reply, in 256 folders by the first two digits of its key. A file is written under a
temporary name and renamed, so that two processes may share the folder. An entry carries the digest of its
value: one that is cut off or altered is passed over with a warning and written anew. Entries hold what
was asked only as a digest, and never a key or an address with one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import secrets
import warnings
from pathlib import Path
from typing import Any

FORMAT = "cairn-reply-1"


class DamagedCacheWarning(UserWarning):
    """A cached reply could not be used or kept; the model is asked instead."""


def content_key(content: dict[str, Any]) -> str:
    """The sha256 (hex) of everything that determines a reply, as sorted JSON."""
    text = json.dumps([FORMAT, content], sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


class ReplyCache:
    """A folder of replies.

    Parameters
    ----------
    folder
        Where they lie; made when the first one is written.
    """

    def __init__(self, folder: Path | str) -> None:
        self.folder = Path(folder)

    def path(self, key: str) -> Path:
        """The file of one entry."""
        return self.folder / key[:2] / f"{key}.json"

    def get(self, key: str) -> str | None:
        """The value kept under a key; null when there is none or it is damaged, which is warned of."""
        path = self.path(key)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._warn(path, error.strerror or str(error))
            return None
        digest, _, value = data.partition(b"\n")
        if hashlib.sha256(value).hexdigest().encode() != digest:
            self._warn(path, "it is damaged")
            return None
        return value.decode("utf-8")

    def put(self, key: str, value: str) -> None:
        """Keep a value. A disk that refuses is warned of: the reply itself is not lost by it."""
        path = self.path(key)
        data = value.encode("utf-8")
        temporary = path.with_name(f".{secrets.token_hex(8)}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(hashlib.sha256(data).hexdigest().encode() + b"\n" + data)
            temporary.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):  # never made when the folder refuses
                temporary.unlink(missing_ok=True)
            self._warn(path, error.strerror or str(error))

    def reject(self, key: str) -> None:
        """Say that the value kept under a key is not what was expected there; the next `put` replaces it."""
        self._warn(self.path(key), "it does not hold what was asked for")

    @staticmethod
    def _warn(path: Path, reason: str) -> None:
        message = f"{path}: this cached reply is passed over: {reason}"
        warnings.warn(message, DamagedCacheWarning, stacklevel=3)

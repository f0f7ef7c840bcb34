"""Find what the extra `local` installs, without importing it, and say how to install it when it is not there."""

from __future__ import annotations

import hashlib
from importlib.util import find_spec
from pathlib import Path

from cairn_nb.errors import ConfigError, MissingExtraError

SAMPLE_BYTES = 1 << 20


def require(*packages: str, what: str) -> None:
    """Check that packages are installed.

    Raises
    ------
    MissingExtraError
        If one is not; the text says what to run.
    """
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise MissingExtraError(
            f"{what} needs {', '.join(missing)}, which is not installed: pip install 'cairn-nb[local]'"
        )


def packaged_file(package: str, *parts: str) -> Path | None:
    """A file inside an installed package; null when the package or the file is not there."""
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or []) if spec else []:
        path = Path(folder, *parts)
        if path.is_file():
            return path
    return None


def existing_file(path: str | Path, place: str) -> Path:
    """A file that a parameter names.

    Raises
    ------
    ConfigError
        If there is none.
    """
    found = Path(path).expanduser()
    if not found.is_file():
        raise ConfigError(f"there is no file {str(found)!r}", key=place)
    return found


def file_digest(path: Path) -> str:
    """The sha256 (hex) of a whole file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def large_file_fingerprint(path: Path) -> str:
    """The sha256 (hex) of a file's size and its first and last MiB: enough to tell models of many GB apart."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        head = stream.read(SAMPLE_BYTES)
        stream.seek(max(0, size - SAMPLE_BYTES))
        tail = stream.read()
    return hashlib.sha256(b"%d\n" % size + head + tail).hexdigest()

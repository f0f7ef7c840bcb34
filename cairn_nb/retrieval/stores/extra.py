"""Say how to install what a store needs, when it is not there."""

from __future__ import annotations

from importlib.util import find_spec

from cairn_nb.errors import MissingExtraError


def require(extra: str, *packages: str) -> None:
    """Check that the packages of an extra are installed.

    Raises
    ------
    MissingExtraError
        If one is not; the text says what to run.
    """
    missing = [package for package in packages if find_spec(package) is None]
    if missing:
        raise MissingExtraError(
            f"index.backend {extra} needs {', '.join(missing)}, which is not installed: pip install 'cairn-nb[{extra}]'"
        )

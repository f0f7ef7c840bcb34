"""Says where in the experiment file a component stands, when the component itself finds something wrong there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cairn_nb.errors import ConfigError


@contextmanager
def placed(key: str) -> Iterator[None]:
    """Put a component's key in front of the key that its own `ConfigError` names.

    Parameters
    ----------
    key
        Where the component stands, from the top of the file.
    """
    try:
        yield
    except ConfigError as error:
        if error.path is not None:  # it is not in the experiment file
            raise
        inner = error.key or ""
        whole = inner if inner == key or inner.startswith(f"{key}.") else f"{key}.{inner}".rstrip(".")
        raise ConfigError(error.problem, path=error.path, line=error.line, key=whole, hint=error.hint) from error

"""Keys: from the environment only, and never shown again."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

from cairn_nb.errors import AuthenticationError, ConfigError

SHORTEST_REDACTED = 4
_PLAIN = re.compile(r"[A-Za-z0-9_.-]+")


class Secret:
    """A key that no repr, format, comparison or pickle shows."""

    __slots__ = ("_forms", "_part", "_value", "variable")

    def __init__(self, value: str, variable: str) -> None:
        self._value = value
        self.variable = variable
        # The longest part that no JSON writer escapes: a text without it needs no search for the other forms.
        self._part = max(_PLAIN.findall(value), key=len, default="").encode("ascii", "replace")
        self._forms = re.compile("".join(map(_in_any_form, value)).encode("ascii", "backslashreplace"))

    def reveal(self) -> str:
        """The key itself, for a header."""
        return self._value

    def redact(self, text: str) -> str:
        """A text without the key, should someone have put it there, as it is or escaped as JSON may."""
        return self.redact_bytes(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    def redact_bytes(self, data: bytes) -> bytes:
        """The same for bytes; a key is ASCII."""
        if len(self._value) < SHORTEST_REDACTED or self._part not in data:
            return data
        shown = repr(self).encode("ascii", "replace")
        return self._forms.sub(lambda _: shown, data)

    def __repr__(self) -> str:
        return f"<{self.variable}>"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written anywhere")


def _in_any_form(char: str) -> str:
    """A character as itself or as JSON escapes it, also in JSON that stands in a string of JSON."""
    backslashes = "" if _PLAIN.match(char) else r"\\*"
    return rf"(?:{backslashes}{re.escape(char)}|\\+u00(?i:{ord(char):02x}))"


def read_key(variable: str, *, required: bool) -> Secret | None:
    """The key in an environment variable; null when there is none and none is required.

    Raises
    ------
    AuthenticationError
        If it is required and not set, or cannot be sent in a header.
    """
    value = os.environ.get(variable, "").strip()
    if not value and required:
        raise AuthenticationError(f"no key: set the environment variable {variable}")
    if not value.isascii() or not value.isprintable():
        raise AuthenticationError(f"the key in {variable} holds characters that no key has; set it again")
    return Secret(value, variable) if value else None


def checked_base_url(text: str, place: str) -> str:
    """An http(s) address without a trailing slash.

    Raises
    ------
    ConfigError
        If it is not one, or carries a user, password or query, where keys could hide.
    """
    try:
        parts = urlsplit(text)
        known = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise ConfigError("not an http or https address", key=place) from None
    if parts.username or parts.password or parts.query or parts.fragment:
        hint = "keys come from the environment; see api_key_env"
        raise ConfigError("an address must not carry a user, a password or a query", key=place, hint=hint)
    if not known:
        raise ConfigError(f"{text!r} is not an http or https address", key=place)
    return text.rstrip("/")

"""What a comment says: the gate's Markdown under a hidden marker, and where the page is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cairn_nb.errors import InputError

# GitHub takes 65,536 characters, GitLab a million; a cut comment still holds the verdict, which stands first.
LIMIT_CHARS = 60_000
# What could end a Markdown link is not in it.
ADDRESS = re.compile(r"https?://[^\s()<>\[\]]+")
CUT = "\n\n(cut here: the page has the rest)"
STOPPED = "### cairn gate: no verdict\n\nThe job stopped before the gate decided; its log says why."


def marker(key: str) -> str:
    """The first line of a comment, which readers do not see; `key` tells several gates of one project apart."""
    if not key or not all(char.isascii() and (char.isalnum() or char in "._-") for char in key):
        raise InputError("a key is made of letters, digits, '.', '_' and '-'", key="--key", hint="for example gate")
    return f"<!-- cairn comment: {key} -->"


def body(summary: Path, *, key: str, links: Mapping[str, str | None]) -> str:
    """The whole comment.

    Parameters
    ----------
    summary
        The gate's Markdown; where it was not written the comment says that there is no verdict.
    key
        What the comment is found by the next time.
    links
        Addresses by their wording; an empty one is left out.

    Raises
    ------
    InputError
        If the file cannot be read, `key` is not plain, or an address is none.
    """
    text = _text(summary)
    if len(text) > LIMIT_CHARS:
        text = text[:LIMIT_CHARS].rpartition("\n")[0] + CUT
    shown = " · ".join(f"[{wording}]({_address(url)})" for wording, url in links.items() if url)
    return "\n\n".join(part for part in (marker(key), text.strip(), shown) if part) + "\n"


def _text(summary: Path) -> str:
    try:
        return summary.read_text(encoding="utf-8")
    except FileNotFoundError:
        return STOPPED
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {error}", path=summary, hint="give the gate's --summary file") from error


def _address(url: str) -> str:
    if not ADDRESS.fullmatch(url):
        raise InputError(f"is no web address: {url!r}", key="--page-url", hint="give one that starts with https://")
    return url

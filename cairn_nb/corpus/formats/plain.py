"""Plain text: kept as it is, but for its line ends."""

from __future__ import annotations

from cairn_nb.corpus.decode import decode_text
from cairn_nb.corpus.parsed import Parsed


def read_text(data: bytes) -> Parsed:
    """The text of a .txt file.

    Raises
    ------
    UnreadableError
        If the bytes are no UTF-8 text.
    """
    return Parsed(text=decode_text(data))

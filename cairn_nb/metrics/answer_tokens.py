"""The tokens of many texts at once: texts of plain ASCII are joined, translated and split once, others one by one."""

from __future__ import annotations

import re
import string
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count

import numpy as np
import numpy.typing as npt

from cairn_nb.text import squad, uncited

Integers = npt.NDArray[np.int64]

_END = "\0"
_JOINER = f" {_END} "
# Characters that fold away or part words without being white space: a text with one is read by itself.
_CONTROLS = bytes([*range(0x09), *range(0x0E, 0x1C), 0x7F])
_SPACES = b"\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f"
_PUNCTUATION = string.punctuation.encode()
_SPACE_RUN = re.compile("  +")


def _table(changes: dict[bytes, bytes]) -> bytes:
    """A translation of bytes: each of the keys' characters to its value."""
    table = bytearray(range(256))
    for characters, replacement in changes.items():
        for code in characters:
            table[code] = replacement[0]
    return bytes(table)


_LOWER = bytes(range(256)).lower()
# The end of a text stays on a line of its own, so that no citation reaches from one text into the next.
_FOLDED = bytes(_LOWER[code] for code in _table({_SPACES: b" ", b"\0": b"\n", b"`": b"'"}))
_PARTED = _table({_PUNCTUATION.replace(b".", b"").replace(b"'", b""): b" ", b"\n": b"\0"})


@dataclass(frozen=True, slots=True)
class Rules:
    """How texts become tokens: one text, and many plain ones that are joined with ends between them."""

    tokens: Callable[[str], list[str]]
    joined: Callable[[str], str]


def _squad_joined(text: str) -> str:
    return text.encode("ascii").translate(_LOWER, _PUNCTUATION).decode("ascii")


def _uncited_joined(text: str) -> str:
    folded = text.encode("ascii").translate(_FOLDED).decode("ascii")
    bare = uncited.unpointed(_SPACE_RUN.sub(" ", folded) if "  " in folded else folded)
    return bare.encode("ascii").translate(_PARTED, b"'").decode("ascii")


SQUAD = Rules(squad.tokens, _squad_joined)
UNCITED = Rules(uncited.tokens, _uncited_joined)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of many texts in order: the text of each (ascending), and its number; equal tokens have equal ones."""

    owner: Integers
    code: Integers
    n_codes: int


def tokens_of_all(texts: Sequence[str], rules: Rules) -> Tokens:
    """The tokens of all texts, as `rules.tokens` finds them in each."""
    codes: defaultdict[str, int] = defaultdict(count().__next__)
    for word in (_END, *uncited.ARTICLES):
        codes[word]
    joined = _JOINER.join(texts)
    if _is_plain(joined, ends=len(texts) - 1):
        return _tokens_of_plain(rules.joined(joined).split(), codes)
    return _tokens_of_mixed(texts, rules, codes)


def _tokens_of_plain(words: list[str], codes: defaultdict[str, int]) -> Tokens:
    """The tokens of joined texts, in which ends count the texts."""
    code = _numbers(words, codes)
    owner = np.cumsum(code == 0)
    kept = np.flatnonzero(code > len(uncited.ARTICLES))
    return Tokens(owner[kept], code[kept], len(codes))


def _tokens_of_mixed(texts: Sequence[str], rules: Rules, codes: defaultdict[str, int]) -> Tokens:
    """The tokens of texts some of which must be read by themselves."""
    plain = [_is_plain(text, ends=0) for text in texts]
    together = np.flatnonzero(plain)
    bulk = rules.joined(_JOINER.join(text for text, is_plain in zip(texts, plain, strict=True) if is_plain)).split()
    found = _tokens_of_plain(bulk, codes)
    alone = {number: rules.tokens(text) for number, text in enumerate(texts) if not plain[number]}
    owner = np.repeat(np.fromiter(alone, np.int64), [len(words) for words in alone.values()])
    owner = np.concatenate([together[found.owner], owner])
    code = np.concatenate([found.code, _numbers(list(chain.from_iterable(alone.values())), codes)])
    order = np.argsort(owner, kind="stable")
    return Tokens(owner[order], code[order], len(codes))


def _is_plain(text: str, *, ends: int) -> bool:
    """Whether a text is ASCII and has no control character but white space and this many ends."""
    if not text.isascii():
        return False
    encoded = text.encode("ascii")
    return len(encoded) - len(encoded.translate(None, _CONTROLS)) == ends


def _numbers(words: list[str], codes: defaultdict[str, int]) -> Integers:
    # An array from a list is made in two thirds of the time that numpy takes to read an iterator.
    return np.frombuffer(array("i", list(map(codes.__getitem__, words))), dtype=np.intc).astype(np.int64)

"""Named random streams: every draw says which stream it takes, so adding one draw never moves another."""

from __future__ import annotations

import hashlib
from struct import Struct

import numpy as np

_WORDS = Struct("<8I")


def seed_words(seed: int, *names: str | int) -> list[int]:
    """Eight 32-bit words that depend on the seed and on every name, in order.

    Parameters
    ----------
    seed
        The experiment's seed.
    names
        What the stream is for: a purpose first, then whatever tells its parts apart.
    """
    text = "\x1f".join([str(seed), *(str(name) for name in names)])
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return list(_WORDS.unpack(digest))


def stream(seed: int, *names: str | int) -> np.random.Generator:
    """A numpy generator (PCG64) for one purpose; equal arguments give equal draws."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed_words(seed, *names))))


def unit_draw(seed: int, *names: str | int) -> float:
    """One number in [0, 1) that depends on the arguments alone; cheap, for a draw per case."""
    first, second, *_ = seed_words(seed, *names)
    return ((first << 21) ^ (second >> 11)) % (1 << 53) / (1 << 53)

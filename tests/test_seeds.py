from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.seeds import seed_words, stream, unit_draw


def test_streams_are_named_and_repeatable() -> None:
    first, again, other = (stream(7, name).random(4) for name in ("bootstrap", "bootstrap", "split"))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_the_first_words_never_change() -> None:
    # sha256("7\x1fsplit") begins with these bytes, read as little-endian words.
    import hashlib

    digest = hashlib.sha256(b"7\x1fsplit").digest()
    assert seed_words(7, "split")[0] == int.from_bytes(digest[:4], "little")


@given(st.integers(), st.text(), st.text())
def test_names_do_not_run_together(seed: int, a: str, b: str) -> None:
    if "\x1f" not in a + b:
        assert seed_words(seed, a, b) != seed_words(seed, a + b)


def test_unit_draws_are_uniform() -> None:
    draws = np.array([unit_draw(3, "case", number) for number in range(20_000)])
    assert draws.min() >= 0 and draws.max() < 1
    # The mean of n uniforms has standard deviation 1 / sqrt(12 n) = 0.002; five of them is 0.01.
    assert abs(draws.mean() - 0.5) < 0.01
    counts, _ = np.histogram(draws, bins=20, range=(0, 1))
    assert counts.min() > 850 and counts.max() < 1150

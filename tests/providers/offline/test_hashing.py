"""The hashed embedder against the definition, text by text."""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.errors import ConfigError
from cairn_nb.providers.catalog import embedding_model
from cairn_nb.providers.offline.hashing import HashingEmbedder, HashingParams
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.pricing.rates import FREE
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.text.tokens import search_terms

MASK = (1 << 64) - 1


def embedder(dim: int = 64) -> HashingEmbedder:
    return HashingEmbedder(HashingParams(dim=dim), Prices.fixed(FREE))


def by_definition(text: str, dim: int) -> np.ndarray:
    """Buckets of words and of neighbouring words, 1 + ln(count), length 1: plain Python, one text."""
    hashes = [
        int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest(), "little") for word in search_terms(text)
    ]
    pairs = []
    for first, second in pairwise(hashes):
        joined = (first * 0x9E3779B97F4A7C15 + second) & MASK
        pairs.append(((joined ^ (joined >> 31)) * 0xBF58476D1CE4E5B9) & MASK)
    counts = Counter(code % dim for code in hashes + pairs)
    vector = np.zeros(dim)
    for bucket, count in counts.items():
        vector[bucket] = 1 + math.log(count)
    length = np.linalg.norm(vector)
    return vector / length if length else vector


@settings(deadline=None)
@given(texts=st.lists(st.text(alphabet="ab c1,船é-", max_size=30), max_size=6))
def test_vectors_are_by_definition_whatever_they_are_embedded_with(texts: list[str]) -> None:
    found = embedder().vectors(texts)
    assert found.shape == (len(texts), 64)
    assert found.dtype == np.float32
    for row, text in zip(found, texts, strict=True):
        np.testing.assert_allclose(row, by_definition(text, 64), atol=1e-6)


def test_a_vector_is_the_same_on_every_machine() -> None:
    # Buckets of "ferry", "leaves" and the pair, worked out once by the definition above.
    row = embedder(512).vectors(["ferry leaves"])[0]
    assert np.count_nonzero(row) == 3
    np.testing.assert_allclose(row[row > 0], 1 / math.sqrt(3), rtol=1e-6)
    assert np.flatnonzero(row).tolist() == [272, 329, 393]


def test_rows_do_not_depend_on_the_block_they_fall_in() -> None:
    texts = [f"text number {number} about ferries" for number in range(1100)]
    together = embedder().vectors(texts)
    apart = embedder().vectors([texts[place] for place in (0, 511, 512, 1099)])
    np.testing.assert_array_equal(together[[0, 511, 512, 1099]], apart)


def test_replies_are_free_and_described() -> None:
    model = embedding_model("hashing", {"dim": 32}, limits=Limits(), cache=None)
    reply = asyncio.run(model.embed(["a ferry", ""], kind="query"))
    assert (model.dim, model.params, reply.model) == (32, {"dim": 32}, "hashing")
    assert (reply.cost_usd, reply.spent_usd, reply.cached) == (0.0, 0.0, False)
    assert np.linalg.norm(reply.vectors, axis=1).tolist() == pytest.approx([1.0, 0.0])


def test_related_texts_are_nearer_than_unrelated_ones() -> None:
    question, near, far = embedder(512).vectors(
        ["When does the ferry leave?", "The ferry does leave at nine.", "Dogs travel free of charge."]
    )
    assert question @ near > question @ far


@pytest.mark.parametrize("dim", [0, -1, "x", 1.5])
def test_a_length_that_is_none_is_an_error(dim: object) -> None:
    with pytest.raises(ConfigError, match=r"hashing\.dim"):
        embedding_model("hashing", {"dim": dim}, limits=Limits(), cache=None)

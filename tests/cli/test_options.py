"""Overrides on the command line."""

from __future__ import annotations

import pytest

from cairn_nb.cli.options import parse_overrides
from cairn_nb.errors import ConfigError


def test_values_are_typed_as_in_the_experiment_file() -> None:
    pairs = ["retrieval.k=12", "retrieval.rerank=null", "name=a=b", "embedding={name: hashing, params: {dim: 64}}"]
    assert parse_overrides(pairs) == {
        "retrieval.k": 12,
        "retrieval.rerank": None,
        "name": "a=b",
        "embedding": {"name": "hashing", "params": {"dim": 64}},
    }


def test_none_are_none() -> None:
    assert parse_overrides(None) == {}
    assert parse_overrides([]) == {}


@pytest.mark.parametrize("pair", ["retrieval.k", "=12", " = 1", "k=[1"])
def test_what_is_no_pair_is_refused(pair: str) -> None:
    with pytest.raises(ConfigError):
        parse_overrides([pair])


@pytest.mark.parametrize("value", ["sk-" + "a1b2c3d4" * 4, "{api_key: abcdefgh12345678}"])
def test_a_value_that_looks_like_a_key_is_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(ConfigError, match="environment") as refused:
        parse_overrides([f"description={value}"])
    assert "a1b2" not in str(refused.value) and "abcdefgh" not in str(refused.value)

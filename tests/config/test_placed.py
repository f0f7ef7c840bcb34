from __future__ import annotations

import pytest

from cairn_nb.config.placed import placed
from cairn_nb.errors import ConfigError


def test_a_key_of_the_experiment_file_gets_its_place_once() -> None:
    for inner in ("params.model", "judge.params.model"):
        with pytest.raises(ConfigError) as caught, placed("judge"):
            raise ConfigError("is missing", key=inner)
        assert caught.value.key == "judge.params.model"


def test_a_key_of_another_file_is_left_alone() -> None:
    with pytest.raises(ConfigError, match=r"^CAIRN_PRICING_JSON: stub\.input: is negative$"), placed("judge"):
        raise ConfigError("is negative", path="CAIRN_PRICING_JSON", key="stub.input")

from __future__ import annotations

import pytest

from cairn_nb.config.parameters import EvalParameters, check_parameters
from cairn_nb.errors import InputError


def test_defaults_are_filled_in() -> None:
    found = check_parameters("eval", {"config": "a.yaml", "limit": 3})
    assert found == EvalParameters(config="a.yaml", limit=3)


@pytest.mark.parametrize(
    ("notebook", "values", "sentence"),
    [
        ("eval", {"confg": "a"}, "parameter confg: unknown key (did you mean 'config'?)"),
        ("eval", {"limit": "3"}, "parameter limit: should be a valid integer, not '3'"),
        ("eval", {"limit": 0}, "parameter limit: should be greater than or equal to 1, not 0"),
        ("eval", {"split": "evl"}, "parameter split: should be 'eval', 'calibration' or 'all', not 'evl'"),
        ("gate", {"baseline": "a.json"}, "parameter candidate: is required"),
        ("gate", {"baseline": "a", "candidate": "b", "max_quality_drop": float("nan")}, "max_quality_drop"),
        ("eval", {"api_key": "sk-1"}, "parameter api_key: unknown key"),
        ("evl", {}, "there is no such notebook (did you mean 'eval'?)"),
        ("eval", {"config": object()}, "not plain data"),
        ("eval", {"overrides": {"generation.provider.params.x": "sk-" + "a" * 20}}, "looks like a key"),
        ("eval", {"overrides": {"api_key": "0123456789"}}, "looks like a key"),
    ],
)
def test_what_is_not_a_parameter_is_refused(notebook: str, values: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        check_parameters(notebook, values)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("value", ["risk-sk-short", "configs/api_keys.yaml", "reports/monkey-business"])
def test_innocent_values_are_not_taken_for_keys(value: str) -> None:
    assert check_parameters("eval", {"config": value}).config == value  # type: ignore[attr-defined]


@pytest.mark.parametrize("overrides", [{"description": "sk-" + "a" * 24}, {"x": {"api_key": "0123456789abcdef"}}])
def test_a_refused_key_is_not_repeated(overrides: dict[str, object]) -> None:
    with pytest.raises(InputError) as caught:
        check_parameters("eval", {"overrides": overrides})
    assert "looks like a key" in str(caught.value)
    assert "aaaaaaaa" not in str(caught.value) and "0123456789abcdef" not in str(caught.value)

"""Switches are read strictly and named in the report."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from cairn_nb.errors import ConfigError
from cairn_nb.providers.switches import active_switches, is_degrading


def test_nothing_is_active_by_default() -> None:
    assert active_switches() == {}
    assert not is_degrading({})


@pytest.mark.parametrize("value", ["0", "0.0", " ", ""])
def test_a_share_of_nothing_is_not_active(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CAIRN_STUB_DEGRADE", value)
    monkeypatch.setenv("CAIRN_STUB_REFUSE", "0")
    assert active_switches() == {}


def test_active_switches_are_named_with_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_STUB_DEGRADE", "0.50")
    monkeypatch.setenv("CAIRN_STUB_DEGRADE_CITATIONS", "1")
    monkeypatch.setenv("CAIRN_STUB_REFUSE", "1")
    found = active_switches()
    assert found == {"CAIRN_STUB_DEGRADE": "0.5", "CAIRN_STUB_DEGRADE_CITATIONS": "1", "CAIRN_STUB_REFUSE": "1"}
    assert all(is_degrading({variable: value}) for variable, value in found.items())


@pytest.mark.parametrize("value", ["lots", "nan", "-0.1", "1.01", "inf", "50%", "0,5"])
@pytest.mark.parametrize("variable", ["CAIRN_STUB_DEGRADE", "CAIRN_STUB_DEGRADE_CITATIONS"])
def test_a_share_that_is_none_is_an_error(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigError, match=f"{variable}: .*from 0 to 1"):
        active_switches()


@pytest.mark.parametrize("value", ["yes", "2", "true"])
def test_refuse_is_on_or_off(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CAIRN_STUB_REFUSE", value)
    with pytest.raises(ConfigError, match=r"CAIRN_STUB_REFUSE: .*neither 0 nor 1"):
        active_switches()


def test_prices_are_shown_as_the_digest_of_their_text_wherever_it_lies(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    text = '{"m": {"input": 1, "output": 2}}'
    expected = "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:12]
    monkeypatch.setenv("CAIRN_PRICING_JSON", text)
    assert active_switches() == {"CAIRN_PRICING_JSON": expected}
    (tmp_path / "prices.json").write_text(text, encoding="utf-8")
    monkeypatch.setenv("CAIRN_PRICING_JSON", str(tmp_path / "prices.json"))
    assert active_switches() == {"CAIRN_PRICING_JSON": expected}
    assert not is_degrading(active_switches())


def test_a_price_file_that_is_not_there_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_PRICING_JSON", "abc")
    with pytest.raises(ConfigError, match="CAIRN_PRICING_JSON: 'abc' cannot be read"):
        active_switches()

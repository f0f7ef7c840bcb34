"""Prices: the user's table, tiers, four buckets, and the kept table against the package it comes from."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from genai_prices import Usage as PackageUsage
from genai_prices import calc_price
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import ConfigError
from cairn_nb.providers.pricing.price_table import user_prices
from cairn_nb.providers.pricing.prices import Prices, kept_rates, prices_for, unpriced_sentence
from cairn_nb.providers.pricing.rates import FREE, Rate, Rates, Tier
from cairn_nb.records.answer import Usage

USAGE = Usage(input_tokens=1000, output_tokens=100, cache_read_tokens=500, cache_write_tokens=200)
OPENAI = "https://api.openai.com/v1"
ANTHROPIC = "https://api.anthropic.com"
OPENROUTER = "https://openrouter.ai/api/v1"


def test_four_buckets_by_hand() -> None:
    rates = Rates(
        input=Rate(usd_per_million=3.0),
        output=Rate(usd_per_million=15.0),
        cache_read=Rate(usd_per_million=0.3),
        cache_write=Rate(usd_per_million=3.75),
    )
    # 1000 * 3 + 100 * 15 + 500 * 0.3 + 200 * 3.75 = 3000 + 1500 + 150 + 750 = 5400 millionths.
    assert rates.cost_usd(USAGE) == pytest.approx(0.0054)


def test_a_cache_bucket_without_a_price_costs_what_input_does() -> None:
    rates = Rates(input=Rate(usd_per_million=2.0), output=Rate(usd_per_million=0.0))
    assert rates.cost_usd(USAGE) == pytest.approx((1000 + 500 + 200) * 2 / 1e6)


@pytest.mark.parametrize(("tokens", "rate"), [(200_000, 3.0), (200_001, 6.0), (1_000_001, 9.0)])
def test_a_tier_prices_every_token_of_a_longer_call(tokens: int, rate: float) -> None:
    tiers = (Tier(over_input_tokens=200_000, usd_per_million=6.0), Tier(over_input_tokens=10**6, usd_per_million=9.0))
    rates = Rates(input=Rate(usd_per_million=3.0, tiers=tiers), output=Rate(usd_per_million=0.0))
    # What was read from the cache counts towards the size of the input.
    usage = Usage(input_tokens=tokens - 1000, cache_read_tokens=1000)
    assert rates.cost_usd(usage) == pytest.approx(tokens * rate / 1e6)


def test_each_request_is_priced_at_its_own_tier() -> None:
    rates = Rates(
        input=Rate(usd_per_million=1.0, tiers=(Tier(over_input_tokens=100_000, usd_per_million=2.0),)),
        output=Rate(usd_per_million=4.0, tiers=(Tier(over_input_tokens=100_000, usd_per_million=6.0),)),
    )
    short = Usage(input_tokens=80_000, output_tokens=1000)
    long = Usage(input_tokens=120_000, output_tokens=1000)
    # Below: 80,000 * 1 + 1,000 * 4 = 84,000 millionths. Above, every token at the upper rates, the first 100,000 too:
    # 120,000 * 2 + 1,000 * 6 = 246,000. Together 330,000; neither request moves the other's tier.
    assert rates.cost_usd(short) + rates.cost_usd(long) == pytest.approx(0.33)
    # Summed first, both would be above: 200,000 * 2 + 2,000 * 6 = 412,000.
    assert rates.cost_usd(short + long) == pytest.approx(0.412)


KEPT = [
    ("gpt-4o-mini", OPENAI),
    ("gpt-4.1", OPENAI),
    ("gpt-5", OPENAI),
    ("text-embedding-3-small", OPENAI),
    ("claude-sonnet-4-5", ANTHROPIC),
    ("claude-3-5-haiku-latest", ANTHROPIC),
    ("anthropic/claude-sonnet-4.5", OPENROUTER),
]


@pytest.mark.parametrize(("model", "url"), KEPT)
@pytest.mark.parametrize("size", [1, 300_000])
def test_the_kept_table_says_what_its_package_says(model: str, url: str, size: int) -> None:
    now = datetime(2026, 11, 1, tzinfo=UTC)
    rates = kept_rates(model, url, now)
    assert rates is not None
    usage = Usage(input_tokens=size, output_tokens=77, cache_read_tokens=50, cache_write_tokens=9)
    theirs = PackageUsage(input_tokens=size + 50 + 9, output_tokens=77, cache_read_tokens=50, cache_write_tokens=9)
    expected = calc_price(theirs, model, provider_api_url=url, genai_request_timestamp=now).total_price
    assert rates.cost_usd(usage) == pytest.approx(float(expected), rel=1e-9)


def test_models_at_unknown_addresses_or_with_unknown_names_have_no_price() -> None:
    assert prices_for("openai", "gpt-4o-mini", base_url="http://127.0.0.1:8000/v1").cost_usd(USAGE) is None
    unknown = prices_for("openai", "no-such-model", base_url=OPENAI)
    assert unknown.cost_usd(USAGE) is None
    assert not unknown.priced
    assert "'no-such-model'" in unpriced_sentence("no-such-model")


def test_usage_that_is_not_known_costs_null_and_not_nothing() -> None:
    assert Prices.fixed(FREE).cost_usd(Usage()) == 0.0
    assert prices_for("openai", "gpt-4o-mini", base_url=OPENAI).cost_usd(None) is None


def test_the_users_table_comes_first_then_the_components_price(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"input": 5, "output": 0}
    assert prices_for("openai", "gpt-4o-mini", price=own, base_url=OPENAI).cost_usd(USAGE) == pytest.approx(0.0085)
    monkeypatch.setenv("CAIRN_PRICING_JSON", '{"gpt-4o-mini": {"input": 10, "output": 0}}')
    assert prices_for("openai", "gpt-4o-mini", price=own, base_url=OPENAI).cost_usd(USAGE) == pytest.approx(0.017)
    monkeypatch.setenv("CAIRN_PRICING_JSON", '{"stub": {"input": 0, "output": 10}}')
    assert prices_for("stub", "stub", free=True).cost_usd(USAGE) == pytest.approx(0.001)


def test_the_table_may_be_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "prices.json"
    path.write_text('\ufeff{"m": {"input": 1, "output": 2.5, "cache_read": 0}}', encoding="utf-8")
    monkeypatch.setenv("CAIRN_PRICING_JSON", str(path))
    row = user_prices()["m"]
    assert (row.input, row.output, row.cache_read, row.cache_write) == (1.0, 2.5, 0.0, None)


BAD = [
    ('{"m": {"input": -1, "output": 1}}', r"m\.input: the price -1 is negative"),
    ('{"m": {"input": 1, "output": "2"}}', r"m\.output: the price '2' is not a finite number"),
    ('{"m": {"input": true, "output": 2}}', r"m\.input: the price True is not a finite number"),
    ('{"m": {"input": 1}}', r"m\.output: this price is missing"),
    ('{"m": {"input": 1, "output": 1, "cache_reed": 1}}', r"m\.cache_reed: no such price.*'cache_read'"),
    ('{"m": 3}', "m: prices are an object"),
    ('{"m": {"input": NaN, "output": 1}}', "NaN"),
    ('{"m": {"input": 1e999, "output": 1}}', "1e999"),
    ('{"m": {"input": 1, "input": 2, "output": 1}}', "input: this key stands twice"),
    ('{"m": ', "ends too early"),
]


@pytest.mark.parametrize(("text", "problem"), BAD)
def test_a_bad_table_is_an_error_that_names_the_place(monkeypatch: pytest.MonkeyPatch, text: str, problem: str) -> None:
    monkeypatch.setenv("CAIRN_PRICING_JSON", text)
    with pytest.raises(ConfigError, match=problem) as caught:
        prices_for("stub", "stub", free=True)
    assert "CAIRN_PRICING_JSON" in str(caught.value)


def test_a_bad_price_parameter_names_its_component() -> None:
    with pytest.raises(ConfigError, match=r"openai\.price\.input: the price -2 is negative"):
        prices_for("openai", "m", price={"input": -2, "output": 0})


@given(
    counts=st.tuples(*[st.integers(0, 10**7)] * 4),
    prices=st.tuples(*[st.floats(0, 1e4)] * 4),
)
def test_cost_is_finite_not_negative_and_grows_with_each_bucket(
    counts: tuple[int, int, int, int], prices: tuple[float, float, float, float]
) -> None:
    buckets = ("input", "output", "cache_read", "cache_write")
    rates = Rates(**{name: Rate(usd_per_million=price) for name, price in zip(buckets, prices, strict=True)})
    usage = Usage(**{f"{name}_tokens": count for name, count in zip(buckets, counts, strict=True)})
    cost = rates.cost_usd(usage)
    assert cost == pytest.approx(sum(count * price for count, price in zip(counts, prices, strict=True)) / 1e6)
    assert rates.cost_usd(usage + Usage(output_tokens=1)) >= cost >= 0


def test_the_offline_models_load_neither_the_table_nor_the_network() -> None:
    code = (
        "import sys; from cairn_nb.providers.catalog import chat_model, embedding_model;"
        "from cairn_nb.providers.wire.limits import Limits;"
        "chat_model('stub', {}, limits=Limits(), cache=None);"
        "embedding_model('hashing', {}, limits=Limits(), cache=None);"
        "print(sorted({'httpx', 'genai_prices', 'pandas', 'scipy', 'onnxruntime'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

"""Answers made elsewhere cost what their file says, else their tokens at a price, else nothing that anybody knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.providers.pricing.prices import reported_prices
from cairn_nb.records import Report
from cairn_nb.records.answer import Usage

CASES = [{"id": name, "question": f"What is {name}?", "expected_answer": name} for name in ("a", "b", "c")]
PRICE = json.dumps({"own": {"input": 2, "output": 8}})


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("golden.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES))


def scored(*answers: dict[str, Any]) -> Report:
    rows = [{"id": case["id"], "output": case["id"], **answer} for case, answer in zip(CASES, answers, strict=True)]
    Path("answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return cairn.score(answers="answers.jsonl", golden="golden.jsonl", out="report.json")


def test_the_reported_cost_comes_before_tokens_at_a_price(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_PRICING_JSON", PRICE)
    tokens = {"model": "own", "input_tokens": 1000, "output_tokens": 100}
    report = scored({**tokens, "cost": 0.5}, tokens, {**tokens, "model": "elsewhere:own"})
    # 1000 * 2 + 100 * 8 = 2800 millionths; a provider in front of the model's name is none of it.
    assert [row.cost_usd for row in report.per_case] == [0.5, pytest.approx(0.0028), pytest.approx(0.0028)]
    assert [row.tokens for row in report.per_case] == [1100, 1100, 1100]
    assert all(row.cost_by_stage_usd == {"external": row.cost_usd} for row in report.per_case)
    assert report.operational.cost_usd_total == pytest.approx(0.5056)
    assert not any("cost" in text for text in report.warnings)


def test_what_has_no_price_costs_null_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_PRICING_JSON", PRICE)
    report = scored(
        {"cost": 0.5},
        {"model": "nobody-knows-it", "input_tokens": 10, "output_tokens": 1},
        {"model": "own", "tokens": 11},  # in all: nobody can tell which were read and which written
    )
    assert [row.cost_usd for row in report.per_case] == [0.5, None, None]
    assert [row.cost_by_stage_usd for row in report.per_case] == [{"external": 0.5}, {}, {}]
    assert report.operational.cost_usd_total is None
    [warning] = [text for text in report.warnings if "cost" in text]
    assert warning == (
        "2 answers say neither a cost nor tokens in and out of nobody-knows-it, own at a known price: costs are null"
    )


def test_a_model_by_name_has_the_kept_tables_price() -> None:
    usage = Usage(input_tokens=1_000_000)
    bare, named = reported_prices("gpt-4.1-mini"), reported_prices("openai:gpt-4.1-mini")
    assert bare.cost_usd(usage) == named.cost_usd(usage) == reported_prices("openai/gpt-4.1-mini").cost_usd(usage)
    assert bare.priced and not bare.owned
    assert not reported_prices("nobody-knows-it").priced
    assert not reported_prices("anthropic:gpt-4.1-mini").priced

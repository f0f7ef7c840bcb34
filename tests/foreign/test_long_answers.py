"""Search questions with long answers over Wikipedia passages, half of them unanswerable, by the real command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.foreign.projects import span_project

pytestmark = pytest.mark.slow


def test_from_passages_to_a_verdict(data_dir: Path, tmp_path: Path) -> None:
    project = span_project(tmp_path / "clapnq", data_dir / "clapnq_dev")
    stats = {"n_boot": 500}
    project.configure("words", retrieval={"mode": "bm25"}, stats=stats)
    project.configure("both", retrieval={"mode": "hybrid"}, stats=stats)
    project.ok("ingest", "-c", "words.yaml", "--headless")
    looked = project.cairn("doctor", "-c", "words.yaml")
    # Long answers are put together from several places, so few stand in one quote; no support is lost.
    assert looked.code == 0 and "not shown: 278 × answer not in its quotes" in looked.out

    board = project.ok("bench", "--configs", "*.yaml", "--headless", "--json", "--out", "board.md").json
    assert {row["config"] for row in board["rows"]} == {"words", "both"} and not board["skipped"]
    words, both = (project.report(f"reports/latest/{name}.json") for name in ("words", "both"))
    for report in (words, both):
        assert report["n_cases"] == 360
        assert report["retrieval"]["n_with_support"] == 180 and report["retrieval"]["n_unlocated"] == 0
    assert words["retrieval"]["recall_at_k"]["5"] >= 0.88
    # Hashed words with no weight by rarity cost the hybrid some of that; the leaderboard shows it.
    assert 0.6 < both["retrieval"]["recall_at_k"]["5"] < words["retrieval"]["recall_at_k"]["5"]

    # One sentence is no long answer and half of the questions have none: no promise of 0.1 can be kept.
    assert words["notes"]["threshold_source"].startswith("abstain always")
    assert any("more answered cases without an error would do" in warning for warning in words["warnings"])
    assert words["abstention"]["unanswerable_abstained_rate"] == 1.0
    latest = "reports/latest/words.json"
    same = project.cairn("gate", "--headless", "--baseline", latest, "--candidate", latest)
    assert same.code == 2 and "answered no answerable case" in same.out
